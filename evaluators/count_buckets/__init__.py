"""Count buckets: ranks in buckets by how often they occur, compared bucket by bucket.

`scalar` takes one hand per call, `arrays` an array of hands; `published` is the source's version.
"""
