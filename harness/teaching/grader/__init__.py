"""Grade a submission with pytest: an exercise is a folder, and its steps are the tests in it.

Read `submission` first: it calls the functions of a file, and has the sentences that every exercise
needs. `plugin` runs the steps in order and counts points. `grade` does that in a process of its
own, with limits; `handed_in` does it for a class. `orders` has questions of several exercises.
`exercise` finds the folders.
"""
