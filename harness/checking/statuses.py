"""What a check can find out about an evaluator, and about one hand."""

EQUIVALENT, NOT_EQUIVALENT, ERROR = "equivalent", "not_equivalent", "error"
NOT_INSTALLED, TIMEOUT = "not_installed", "timeout"
REFUSED = "refused"  # the status of a task whose evaluator was not found

RENAMED = "renamed"  # a hand gets another key when its suits are renamed
UNSTEADY = "unsteady"  # the same cards get another key, in another order or in a second call

REVERSED = "reversed"  # the evaluator picks the loser
FALSE_TIE = "false tie"  # one hand wins by the rules, and the evaluator ties them
FALSE_WIN = "false win"  # the hands tie by the rules, and the evaluator picks a winner
