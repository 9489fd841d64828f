"""Tensors: class numbers of every hand in each library that is installed, on the hands' device."""

import sys
from collections.abc import Callable
from importlib import import_module
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

from allhands import rank_many
from evaluators.cards import CardError
from evaluators.rank_sums import tensors
from harness.hands.scopes import All
from tests.hands import dealt
from tests.scripts import run_script

Ranked = Callable[[NDArray[Any]], Any]
"""From hands in an array of NumPy to class numbers in an array of a library."""
PART = 1 << 20
SIZES = [5, *(pytest.param(size, marks=pytest.mark.thorough) for size in (6, 7))]


def numpy_itself() -> Ranked:
    return tensors.evaluate


def strict() -> Ranked:
    """The array API and nothing else: what is not in the standard raises an error."""
    xp = import_module("array_api_strict")
    return lambda hands: rank_many(xp.asarray(hands))


def jax() -> Ranked:
    return lambda hands: rank_many(import_module("jax.numpy").asarray(hands))


def jax_jit() -> Ranked:
    ranked: Ranked = import_module("jax").jit(rank_many)
    return ranked


def jax_vmap() -> Ranked:
    """Each hand alone, as a shape of cards."""
    jax = import_module("jax")
    ranked: Ranked = jax.jit(jax.vmap(rank_many))
    return ranked


def torch() -> Ranked:
    return lambda hands: rank_many(import_module("torch").asarray(hands))


def torch_vmap() -> Ranked:
    torch = import_module("torch")
    return lambda hands: torch.vmap(rank_many)(torch.asarray(hands))


NEEDED = {
    numpy_itself: ("numpy",),
    strict: ("array_api_strict",),
    **dict.fromkeys((jax, jax_jit, jax_vmap), ("jax",)),
    **dict.fromkeys((torch, torch_vmap), ("torch", "array_api_compat")),
}
ON_ALL_HANDS = (numpy_itself, jax_jit, jax_vmap, torch)
"""The others take minutes, or as long as these and do the same."""


def ready(library: Callable[[], Ranked]) -> Ranked:
    for module in NEEDED[library]:
        pytest.importorskip(module)
    return library()


@pytest.mark.parametrize("library", ON_ALL_HANDS)
@pytest.mark.parametrize("size", SIZES)
def test_every_hand_has_its_class_number(library: Callable[[], Ranked], size: int) -> None:
    ranked, scope = ready(library), All(size)
    for start in range(0, len(scope), PART):
        hands = scope.hands(start, start + PART)
        assert (np.asarray(ranked(hands)) == scope.numbers(start, start + PART)).all()


@pytest.mark.parametrize("library", NEEDED)
def test_cards_in_any_order_and_of_any_dtype(library: Callable[[], Ranked]) -> None:
    """One hand of each class, random hands, and hands of few ranks or suits."""
    ranked = ready(library)
    for size in (5, 6, 7):
        hands, numbers = dealt(size)
        for dtype in (np.uint8, np.int8, np.int64):
            assert np.asarray(ranked(hands.astype(dtype))).tolist() == numbers


@pytest.mark.parametrize("library", [numpy_itself, strict, jax, jax_jit, torch])
def test_any_shape_in_front_of_the_cards(library: Callable[[], Ranked]) -> None:
    """One hand, a table of hands, and none."""
    ranked = ready(library)
    hands, numbers = dealt(7)
    table = np.asarray(ranked(hands[:24].reshape(2, 3, 4, 7)))
    assert (table.shape, table.ravel().tolist()) == ((2, 3, 4), numbers[:24])
    one = ranked(hands[0])
    assert (int(one), tuple(one.shape)) == (numbers[0], ())
    assert tuple(ranked(hands[:0]).shape) == (0,)


def test_the_keys_stay_on_the_device_of_the_hands() -> None:
    """`array_api_strict` refuses to mix devices; failure means a copy, or tables elsewhere."""
    xp = pytest.importorskip("array_api_strict")
    for device in ("CPU_DEVICE", "device1", "device2"):
        hands = xp.asarray(dealt(5)[0][:9], device=xp.Device(device))
        keys = rank_many(hands)
        assert (type(keys), keys.dtype, keys.device) == (type(hands), xp.int32, hands.device)
        assert [int(keys[n]) for n in range(9)] == dealt(5)[1][:9]


def test_torch_gives_tensors() -> None:
    torch = pytest.importorskip("torch")
    pytest.importorskip("array_api_compat")
    keys = rank_many(torch.asarray(dealt(5)[0]))
    assert (type(keys), keys.dtype) == (torch.Tensor, torch.int32)


@pytest.mark.thorough
def test_torch_compiles_it() -> None:
    """Failure means that it compiles the making of our tables, for minutes. (Here, no machine
    code is made: that takes a compiler of C++.)"""
    torch = pytest.importorskip("torch")
    pytest.importorskip("array_api_compat")
    compiled = torch.compile(rank_many, backend="eager")
    hands, numbers = dealt(7)
    with pytest.warns(UserWarning, match="lru_cache"):  # of array-api-compat
        keys = compiled(torch.asarray(hands))
    assert keys.tolist() == numbers


def test_jax_on_a_second_device_and_in_a_trace_first() -> None:
    """The tables are made in a trace here, and then used outside of it: failure is a leak."""
    pytest.importorskip("jax")
    script = (
        "import jax, jax.numpy as jnp\n"
        "from allhands import rank_many\n"
        "hands = jnp.asarray([[45, 43, 36, 34, 31], [51, 47, 43, 39, 35]])\n"
        "print(jax.jit(lambda: rank_many(hands))(), jax.jit(rank_many)(hands), rank_many(hands))\n"
        "first, second = jax.devices()\n"
        "keys = rank_many(jax.device_put(hands, second))\n"
        "print(keys, keys.dtype, keys.device == second)\n"
        "mesh = jax.sharding.Mesh([first, second], ('hands',))\n"
        "split = jax.NamedSharding(mesh, jax.P('hands'))\n"
        "keys = jax.jit(rank_many)(jax.device_put(hands, split))\n"
        "print(keys, len(keys.sharding.device_set))\n"
        "jax.config.update('jax_enable_x64', True)\n"
        "print(rank_many(jnp.asarray(hands, jnp.int64)).dtype)\n"
    )
    done = run_script(
        script, XLA_FLAGS="--xla_force_host_platform_device_count=2", JAX_PLATFORMS="cpu"
    )
    keys = "[1601    1]"
    assert done.stdout.splitlines() == [
        f"{keys} {keys} {keys}",
        f"{keys} int32 True",
        f"{keys} 2",
        "int32",
    ]


def test_no_other_library_is_imported() -> None:
    """Failure means that who ranks arrays of NumPy waits for JAX, or needs it."""
    script = (
        "import sys; sys.modules['array_api_compat'] = None\n"
        "import numpy\n"
        "from allhands import rank_many\n"
        "rank_many(numpy.arange(10).reshape(2, 5)); import evaluators.rank_sums.tensors\n"
        "print({'jax', 'torch', 'cupy', 'array_api_strict'} & {*sys.modules})\n"
    )
    assert run_script(script).stdout == "set()\n"


def test_invalid_cards_are_looked_up_within_the_tables() -> None:
    """NumPy raises an IndexError; on a GPU, that would end all that a process has there."""
    everything = np.concatenate([np.arange(-128, 128), [-(1 << 31), (1 << 31) - 1]])
    random = np.random.default_rng(1)
    for size in (5, 6, 7):
        same = everything[:, np.newaxis].repeat(size, axis=1)
        mixed = random.choice(everything, (200_000, size))
        for hands in (same, mixed, random.integers(0, 64, (1_000_000, size))):
            assert tensors.evaluate(hands.astype(np.int32)).shape == (len(hands),)


class OfNoLibrary:
    """An array that says nothing but that it is one, as of a library without the array API."""

    __dlpack__ = None


def test_input_of_another_form_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    """Failure means a message about broadcasting, or keys of something that is not a hand."""
    for hands, message in (
        (np.array(5), r"^an array of shape \(\), where \(\.\.\., k\) is needed: hands of k cards$"),
        (np.zeros((2, 8), int), "^hands of 8 cards, but 5 to 7 are needed$"),
        (np.zeros((2, 5)), "^an array of dtype float64: card numbers are integers$"),
        (np.zeros((2, 5), bool), "^an array of dtype bool: card numbers are integers$"),
    ):
        with pytest.raises(CardError, match=message):
            tensors.evaluate(hands)
    kind = f"an array of type {__name__}.OfNoLibrary"
    options: dict[str, Any]
    for options in ({"by": "cactus-kev"}, {"style": "numpy"}):
        with pytest.raises(ValueError, match=f"^{kind} is ranked by rank-sums alone, and has no"):
            rank_many(OfNoLibrary(), **options)
    monkeypatch.setitem(sys.modules, "array_api_compat", None)
    with pytest.raises(ImportError, match=f"^{kind} needs array-api-compat: pip install array-"):
        rank_many(OfNoLibrary())
