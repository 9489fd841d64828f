"""How hypothesis draws examples, and which tests one process runs."""

from typing import Any

import pytest
from hypothesis import HealthCheck, settings

settings.register_profile(
    "allhands",
    derandomize=True,  # the same examples in every run
    deadline=None,  # a machine that is busy is slow
    suppress_health_check=[HealthCheck.too_slow],
)
settings.load_profile("allhands")


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_make_scheduler(config: pytest.Config, log: Any) -> Any:
    """With ``--dist loadgroup``, keep the tests of a file together.

    Then its fixtures are made once. Tests that are marked with an ``xdist_group`` of their own can
    run in another process than the rest of their file, or together with tests of other files.
    """
    if config.getoption("dist") != "loadgroup":
        return None
    from xdist.scheduler import LoadGroupScheduling

    scheduler = LoadGroupScheduling(config, log)
    marked = scheduler._split_scope

    def group_of(test: str) -> str:
        """The group that a test is marked with, or its file."""
        group = str(marked(test))
        return test.partition("::")[0] if group == test else group

    scheduler._split_scope = group_of
    return scheduler
