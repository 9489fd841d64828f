"""The Two-plus-two evaluator: a walk through one big table, with one lookup per card.

`lesson` is the idea, for five cards; read this first. `scalar` takes one hand per call, `arrays` an
array of hands, and `compiled` does this in machine code. `walk` counts all hands there are.

`layout` describes the table, `building` makes it, and `table` keeps it in a file.
"""
