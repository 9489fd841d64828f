"""The page *Try it*: the check, the grader and the steps of a hand, with nothing to install.

Python itself runs in the browser, and asks the same files as everywhere. `answers` is what the page
asks; `stand_ins` takes the place of what no browser has; `site` writes the page's folder.
"""
