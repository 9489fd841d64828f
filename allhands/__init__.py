"""The bench for poker-hand evaluators: the names for programs, in one package.

In a test of your own::

    from allhands import check

    def test_my_evaluator():
        assert check(my_evaluate)

The names come from two packages: `evaluators` has the strategies, and `harness` checks and times
them. Each name is imported on first use.

>>> from allhands import rank_many
>>> rank_many(["Kd Qs Jc Th 9s", "As Ks Qs Js Ts"])
array([1601,    1], dtype=uint16)
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from evaluators import load, rank_many
    from harness import check, showdown
    from harness.checking.verdict import Verdict

    __version__: str

__all__ = ["Verdict", "__version__", "check", "load", "rank_many", "showdown"]

MODULE_OF = {
    "Verdict": "harness.checking.verdict",
    "check": "harness",
    "load": "evaluators",
    "rank_many": "evaluators",
    "showdown": "harness",
}
"""The module of each name."""

if not TYPE_CHECKING:  # for a type checker, only the names above are there

    def __getattr__(name: str) -> Any:
        """The value of a name, when it is used for the first time."""
        if name == "__version__":
            from importlib.metadata import version  # a slow import

            value = version("allhands")
        elif name in MODULE_OF:
            value = getattr(import_module(MODULE_OF[name]), name)
        else:
            raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
        globals()[name] = value
        return value


def __dir__() -> list[str]:
    """The public names, for the completion of an interactive session."""
    return sorted({*__all__, *globals()})
