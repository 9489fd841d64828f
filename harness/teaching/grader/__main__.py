"""Grade one submission: ``python -m harness.teaching.grader 04 buckets.py``."""

import sys
from pathlib import Path

from harness.teaching.grader.process import folder_of, grade

if __name__ == "__main__":
    exercise, file = sys.argv[1:]
    sys.stdout.write(f"{grade(folder_of(exercise), Path(file))}\n")
