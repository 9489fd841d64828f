"""All hands in one fixed order, and the class of each.

Read `scopes` first (which hands, in which order), then `classes` (the 7,462 classes, and the class
number of a hand), `suits` (hands that differ only in the names of suits), `arrays` (many hands and
their class numbers, with NumPy) and `order` (one hand, without NumPy).
"""
