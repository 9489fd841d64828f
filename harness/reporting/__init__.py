"""Show results to people and programs.

On a terminal (`terminal`, `timing_tables`), in a notebook (`notebook`), as pictures (`charts`), as
a page (`report`, written by `pages`), and for JUnit and Gradescope (`writers`).
"""
