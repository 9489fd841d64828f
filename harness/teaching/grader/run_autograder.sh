#!/usr/bin/env bash
# Grade the files in the folder submission, by the one exercise that is in this package.
set -euo pipefail
root="${1:-/autograder}"
export PYTHONPATH="$root/source/lib" PYTHONDONTWRITEBYTECODE=1
python="$(cat "$root/source/python")"
exercise="$(echo "$root"/source/lib/exercises/*)"
seed=""
if grep -q 'theirs\.seed' "$exercise"/test_*.py; then  # every student has another task
    read_seed='import json, sys; print(json.load(open(sys.argv[1]))["users"][0]["email"])'
    seed="$("$python" -P -c "$read_seed" "$root/submission_metadata.json")"
    if [ -z "$seed" ]; then
        echo "submission_metadata.json has no e-mail address of the first student: no seed" >&2
        exit 2
    fi
fi
cd "$root"
grade='import sys; from harness.cli.grade import gradescope; gradescope(*sys.argv[1:])'
"$python" -P -c "$grade" "$exercise" submission "$root/results/results.json" "$seed"
