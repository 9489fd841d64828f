"""Matrix score: the sums of a matrix of ranks and suits, packed into one decimal number.

`scalar` takes one hand a call, `arrays` an array of hands; `published` is as its source printed it.
"""
