"""What all evaluators of arrays of hands share: their `border`, and hands as `columns`."""
