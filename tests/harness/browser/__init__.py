"""Tests of the page Try it, and of what it asks Python."""
