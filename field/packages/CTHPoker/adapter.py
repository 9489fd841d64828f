"""CTHPoker, by Yegor Bitensky: the evaluator in C that THPoker calls hardcore; hcombo."""

from answering import answer
from thpoker.hardcore import hcombo


def key(hand):
    return hcombo("/".join(hand))


answer(key)
