"""Three ways to write a right evaluator, as a good student does."""
