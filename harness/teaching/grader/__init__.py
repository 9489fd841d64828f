"""Grade a submission with pytest: an exercise is a folder, and its steps are the tests in it.

Read `submission` first: it calls what was handed in, and has the sentences that every exercise
needs. `plugin` runs the steps in order and counts points. `process` does that in a process of its
own, with limits. `orders` has what evaluators are asked.
"""
