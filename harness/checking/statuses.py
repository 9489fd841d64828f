"""Statuses of a verdict, and of a task."""

EQUIVALENT, NOT_EQUIVALENT, ERROR = "equivalent", "not_equivalent", "error"
NOT_INSTALLED, TIMEOUT = "not_installed", "timeout"
DONE, REFUSED = "done", "refused"  # statuses of a task: it has its keys, or no evaluator was found
