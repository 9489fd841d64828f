"""Without Numba, the files of the compiled style cannot be imported, nor their doctests run."""

from importlib.util import find_spec

COMPILED = ["evaluators/*/compiled.py", "evaluators/*/walk.py", "evaluators/compiled/*"]
collect_ignore_glob = [] if find_spec("numba") else COMPILED
