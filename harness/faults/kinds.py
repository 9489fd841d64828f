"""The kinds of witnesses: what two hands, or one hand twice, can show."""

REVERSED = "reversed"  # the evaluator picks the loser
FALSE_TIE = "false tie"  # one hand wins by the rules, and the evaluator ties them
FALSE_WIN = "false win"  # the hands tie by the rules, and the evaluator picks a winner

RENAMED = "renamed"  # a hand gets another key when its suits are renamed
UNSTEADY = "unsteady"  # the same cards get another key, in another order or in a second call
