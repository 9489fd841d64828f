"""pokerfast, by tie.yob: eval7, in Python."""

from answering import answer
from pokerfast import eval7

answer(eval7)
