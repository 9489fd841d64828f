"""A broken evaluator for every student: the clean one with one of the faults of exercise 09.

No two faults give all hands the same order, so each mutant has one right name.

>>> fault_of("7"), fault_of("8")
('three of a kind above straight', 'counts lost in a set')
>>> broken(" ada@example.org ").partition("FILE ")[2].splitlines()[0]
'--seed ada@example.org'
"""

import re
from hashlib import sha256
from unicodedata import normalize

from evaluators.errors import UserError
from harness.teaching.mistakes import FAULTS

STRIDE = 11
"""How far neighbouring numbers are apart in `FAULTS`; it shares no divisor with their number."""
PLAIN = re.compile(r"[\w.@+-]{1,60}")
"""A seed that can stand in a docstring and in a command."""
HEAD = '''"""An evaluator with one fault. The higher key wins.

1. Set WITNESS to two hands that `evaluate` orders wrongly, the better hand first. A tie can be
   wrong, too.
2. Set FAULT to the name of the fault, from the list in the exercise.
3. Mend the fault, and leave the rest as it is. Then run:

allhands grade 09 FILE --seed {seed}
"""

FAULT = ""
WITNESS = ("", "")  # for example ("Kd Kh 9s 5c 2d", "Qd Qh Js 7c 4h")

'''


def fault_of(seed: str) -> str:
    """The name of the fault that belongs to a seed, the same one on every machine.

    Consecutive numbers have different faults until all are used up. Any other text is hashed, in
    lower case.

    Raises:
        UserError: the seed is empty.

    >>> fault_of(" ")
    Traceback (most recent call last):
    evaluators.errors.UserError: the seed is empty: give a number or a name, such as a student's
    """
    seed = seed.strip()
    if not seed:
        raise UserError("the seed is empty: give a number or a name, such as a student's")
    if seed.isdecimal() and len(seed) < 100:
        number = int(seed)
    else:  # a terminal can send invalid text
        # A Mac spells an accented letter as two characters in names of files.
        spelled = normalize("NFC", seed).casefold()
        digest = sha256(spelled.encode("utf-8", "surrogatepass"))
        number = int(digest.hexdigest(), 16)
    return [*FAULTS][number * STRIDE % len(FAULTS)]


def broken(seed: str) -> str:
    """The file that a student gets; it says SEED if the seed cannot stand in a command."""
    shown = seed.strip() if PLAIN.fullmatch(seed.strip()) else "SEED"
    return HEAD.format(seed=shown) + FAULTS[fault_of(seed)].source
