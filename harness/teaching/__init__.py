"""Teaching: `grading` grades the submissions of a class."""
