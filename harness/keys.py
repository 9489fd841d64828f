"""Which keys can be compared, and how lists among them become hashable.

A verdict speaks of every pair of hands, so keys must be of types whose order is total: int,
float but not NaN, str, and tuples and lists of these. Anything else is refused with a reason.
"""

from typing import Any

from evaluators.protocol import Key

_ORDERED = (int, float, str, tuple, list)
_COMPARISONS = ("__lt__", "__gt__", "__eq__")


def refusal(key: Any) -> str | None:
    """Why a key is no key, or None if it is one.

    >>> refusal((1, [2.5, "x"])) is None
    True
    >>> refusal(float("nan"))
    'nan is not ordered: it is neither less than, equal to nor greater than itself'
    >>> refusal({1, 2})
    'a key of type set is not taken; return an int, float, str, tuple or list'
    """
    if type(key) in (int, bool, str):  # most of what keys are made of
        return None
    kind = next((kind for kind in _ORDERED if isinstance(key, kind)), None)
    if kind is None:
        name = "None" if key is None else f"type {type(key).__name__}"
        return f"a key of {name} is not taken; return an int, float, str, tuple or list"
    if type(key) is not kind and any(
        getattr(type(key), name) is not getattr(kind, name) for name in _COMPARISONS
    ):
        return (
            f"a key of type {type(key).__name__} compares in its own way; "
            f"return a plain {kind.__name__}"
        )
    if key != key:
        return "nan is not ordered: it is neither less than, equal to nor greater than itself"
    if isinstance(key, tuple | list):
        return next(filter(None, map(refusal, key)), None)
    return None


def freeze(key: Any) -> Any:
    """The key with its lists made hashable, in the same order.

    A list becomes a tuple that begins with the type ``list``: compared with each other, such
    tuples behave as the lists did, and compared with a tuple they raise, as lists do.

    >>> freeze((1, [2, 3]))
    (1, (<class 'list'>, 2, 3))
    """
    if isinstance(key, list):
        return (list, *map(freeze, key))
    if isinstance(key, tuple):
        return tuple(map(freeze, key))
    return key


def thaw(key: Any) -> Key:
    """The key as the evaluator returned it.

    >>> thaw(freeze((1, [2, (3, [])])))
    (1, [2, (3, [])])
    """
    if not isinstance(key, tuple):
        plain: Key = key
        return plain
    if key and key[0] is list:
        return [thaw(item) for item in key[1:]]
    return tuple(map(thaw, key))
