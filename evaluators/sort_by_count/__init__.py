"""Sort by count: the APL way, ranks sorted by how often they occur.

`scalar` takes one hand a call, `arrays` an array of hands; `published` is as its source printed it.
"""
