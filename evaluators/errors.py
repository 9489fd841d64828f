"""The errors that a user can mend; others are faults of this program."""


class UserError(Exception):
    """What a user gave cannot be used: the message says why, in one line."""
