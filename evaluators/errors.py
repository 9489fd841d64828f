"""The errors that a user can mend; others are faults of this program."""


class UserError(Exception):
    """Invalid user input: the message says what is wrong with it, in one line."""
