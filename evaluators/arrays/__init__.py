"""Shared by all array evaluators: validation (`border`) and transposed blocks (`columns`)."""
