"""Statuses of a verdict, and the kinds of witnesses."""

EQUIVALENT, NOT_EQUIVALENT, ERROR = "equivalent", "not_equivalent", "error"
NOT_INSTALLED, TIMEOUT = "not_installed", "timeout"
DONE, REFUSED = "done", "refused"  # statuses of a task: it has its keys, or no evaluator was found

RENAMED = "renamed"  # a hand gets another key when its suits are renamed
UNSTEADY = "unsteady"  # the same cards get another key, in another order or in a second call

REVERSED = "reversed"  # the evaluator picks the loser
FALSE_TIE = "false tie"  # one hand wins by the rules, and the evaluator ties them
FALSE_WIN = "false win"  # the hands tie by the rules, and the evaluator picks a winner
