"""Count buckets: ranks in buckets by how often they occur, compared bucket by bucket.

Read `lesson` first: the idea, step by step. `scalar` takes one hand per call, `arrays` an array of
hands; `published` is the source's version.
"""
