"""For a class: what a submission is graded by (`grading`)."""
