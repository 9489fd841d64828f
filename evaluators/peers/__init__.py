"""Thin adapters to libraries that people would pick instead; the extra ``peers`` installs them."""
