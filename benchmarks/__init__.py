"""Programs for developers: they measure, and write the files that are committed."""
