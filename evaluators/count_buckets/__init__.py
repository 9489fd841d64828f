"""Count buckets: ranks in buckets by how often they occur, compared bucket by bucket.

`scalar` takes one hand a call, `arrays` an array of hands; `published` is as its source printed it.
"""
