"""For other people's test suites: a plug-in for pytest, and hypothesis strategies for hands."""
