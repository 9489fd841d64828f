#!/usr/bin/env bash
# Find a Python that is new enough, or install one. The packages are in the folder lib.
set -euo pipefail
root="${1:-/autograder}"
find_python() {
    for name in python3 python3.14 python3.13 python3.12 python3.11; do
        if "$name" -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2> /dev/null; then
            command -v "$name"
            return
        fi
    done
    return 1
}
if ! find_python; then
    apt-get update && apt-get install -y python3.11
fi
find_python > "$root/source/python"
for library in psutil numpy; do  # these are compiled for one system
    python="$(cat "$root/source/python")"
    if ! PYTHONPATH="$root/source/lib" "$python" -c "import $library" 2> /dev/null; then
        rm -rf "$root/source/lib/$library"
        "$python" -m pip install --target "$root/source/lib" --upgrade "$library"
    fi
done
