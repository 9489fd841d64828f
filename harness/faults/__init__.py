"""Find out what is wrong, how much, and why: from the hands of each class and key to the faults.

`cells` are what a check of all hands leads to. `showdowns` counts the pairs of hands that they
decide wrongly, and finds examples; `families` groups the classes that are misplaced; `hints` says
what to check next. A `witness` is two hands that show a fault, of one of the `kinds`.
"""
