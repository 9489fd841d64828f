"""Files that pytest does not import when it looks for doctests.

Without Numba, those of the compiled style cannot be imported. Adapters of packages run in the
environments of these packages.
"""

from importlib.util import find_spec

COMPILED = ["evaluators/*/compiled.py", "evaluators/*/walk.py", "evaluators/compiled/*"]
ADAPTERS = ["field/packages/*", "tests/field/packages/*"]
collect_ignore_glob = ADAPTERS if find_spec("numba") else ADAPTERS + COMPILED
pytest_plugins = ["pytester"]
