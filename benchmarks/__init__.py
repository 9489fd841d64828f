"""What developers run: it measures, and writes what is committed."""
