"""A pytest plug-in and hypothesis strategies, for the test suites of other projects."""
