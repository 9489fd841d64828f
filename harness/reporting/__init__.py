"""Show results to people and programs.

On a terminal (`terminal`, `timing_tables`, `explaining`), in a notebook (`notebook`),
as pictures (`charts`, `drawing`), and as a page (`report`, written by `pages`). `everything` is
what a report checks and times.
"""
