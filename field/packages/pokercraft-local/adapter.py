"""pokercraft-local, by Minsung Kim: HandRank.find_best5_py and numerize_py, in Rust.

The extension is loaded without the rest of the package, which makes charts in a window.
"""

from importlib.util import find_spec, module_from_spec, spec_from_file_location
from pathlib import Path

from answering import answer

folder = Path(find_spec("pokercraft_local").origin).parent
spec = spec_from_file_location("pokercraft_local.rust", next(folder.glob("rust.*.so")))
rust = module_from_spec(spec)
spec.loader.exec_module(rust)
Card, HandRank = rust.card.Card, rust.card.HandRank
CARDS = {rank + suit: Card(rank + suit) for rank in "23456789TJQKA" for suit in "cdhs"}


def key(hand):
    return HandRank.find_best5_py([CARDS[card] for card in hand])[1].numerize_py()


answer(key)
