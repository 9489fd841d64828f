"""Matrix score: the sums of a matrix of ranks and suits, packed into one decimal number.

`scalar` takes one hand per call, `arrays` an array of hands; `published` is the source's version.
"""
