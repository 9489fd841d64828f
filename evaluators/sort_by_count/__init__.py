"""Sort by count: the APL way, ranks sorted by how often they occur.

Read `lesson` first: the idea, step by step. `scalar` takes one hand per call, `arrays` an array of
hands; `published` is the source's version.
"""
