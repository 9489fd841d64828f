# The two commands of the README are `make report` and `make test`; both set themselves up.

PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
# Three processes for two cores: some tests wait for a deadline.
PYTEST := $(BIN)/python -m pytest -n 3 --dist loadgroup
PIP := $(BIN)/python -m pip install -qq --disable-pip-version-check
EXTRAS := $(BIN)/python -c 'import tomllib; \
    extras = tomllib.load(open("pyproject.toml", "rb"))["project"]["optional-dependencies"]; \
    print(*extras["compiled"], *extras["peers"])'

OLDEST := .venv-oldest
WITHOUT := .venv-without-numba
LOWEST := import tomllib; project = tomllib.load(open("pyproject.toml", "rb"))["project"]; \
    print(*(each.replace(">=", "==") for each in \
            (*project["dependencies"], *project["optional-dependencies"]["dev"]) if ">=" in each))

.PHONY: help
help:
	@echo "make report         check every evaluator on every hand, time it: reports/local/index.html"
	@echo "make bench          the same, timed on all workloads in ten processes each (an hour)"
	@echo "make test           lint, types, doctests and tests, with every five-card hand (five minutes)"
	@echo "make test-all       the same with all tests and coverage (fifteen minutes)"
	@echo "make test-without-numba  the tests without the extra 'compiled' (five minutes)"
	@echo "make test-oldest    the tests with the lowest version of each dependency (five minutes)"
	@echo "make sevens         check arrays and machine code on all hands of six and seven cards (two minutes)"
	@echo "make sevens-python  check the fastest in Python on all hands of seven, too (a minute)"
	@echo "make targets        measure what this project promises about speed and memory"
	@echo "make strength       plant bugs, and see which tests catch them (ten minutes)"
	@echo "make faults         write what the check says first about each known fault"
	@echo "make golden         write the verdicts on all known evaluators, which the tests compare (ten minutes)"
	@echo "make classroom      grade all solutions of the exercises, and a class of 30 (three minutes)"
	@echo "make mutants        change the code in random places, and see which tests notice (it takes long)"
	@echo "make lessons        measure what each change from a lesson to its fast version gains (two minutes)"
	@echo "make cluster        measure what a shard costs, here and on a cluster (a minute)"
	@echo "make field          check published evaluators, each in an environment of its own (needs npm; half an hour)"
	@echo "make publish-field  the same, and replace the committed run, its page and its texts"
	@echo "make docs           build the site, with the course: docs/_build/html/index.html (some minutes)"
	@echo "make readme         put the output of these into the README and the docs"
	@echo "make publish        run all of these, and replace the committed run in reports/"
	@echo "make clean          remove the virtual environment and what tools left behind"

# Where results go: what git tracks is replaced by `make publish` alone.
OUT := reports/local

.PHONY: report
report: $(VENV)/ready
	$(BIN)/allhands report --folder $(OUT)

.PHONY: bench
bench: prepared
	$(BIN)/allhands report --full --folder $(OUT)

.PHONY: publish
publish:
	$(MAKE) bench sevens sevens-python test-all mutants classroom readme OUT=reports

.PHONY: test
test: $(VENV)/ready
	@$(MAKE) --no-print-directory --jobs=2 --output-sync=target lint tests

.PHONY: lint
lint: $(VENV)/ready
	$(BIN)/ruff format --check .
	$(BIN)/ruff check .
	$(BIN)/mypy
	$(BIN)/lint-imports --no-logo

.PHONY: tests
tests: prepared
	$(PYTEST) -m "not thorough"

# Machine code, and the table of two-plus-two: made once, not by each process that needs them.
.PHONY: prepared
prepared: $(VENV)/ready
	@$(BIN)/allhands prepare > /dev/null

.PHONY: test-all
test-all: lint prepared
	@mkdir -p $(OUT)
	$(PYTEST) --cov -p tests.summary --summary $(OUT)/test-all.txt

.PHONY: test-without-numba
test-without-numba: $(WITHOUT)/ready
	$(WITHOUT)/bin/python -m pytest -n 2 --dist loadgroup -m "not thorough"

$(WITHOUT)/ready: pyproject.toml
	@echo "setting up $(WITHOUT): without Numba (a minute, once)"
	@$(PYTHON) -m venv $(WITHOUT)
	@$(WITHOUT)/bin/python -m pip install -qq --disable-pip-version-check --editable '.[dev,peers]'
	@touch $@

.PHONY: test-oldest
test-oldest: $(OLDEST)/ready
	$(OLDEST)/bin/python -m pytest -n 2 --dist loadgroup -m "not thorough"

$(OLDEST)/ready: pyproject.toml
	@echo "setting up $(OLDEST): the lowest version of each dependency (a minute, once)"
	@$(PYTHON) -m venv $(OLDEST)
	@$(OLDEST)/bin/python -m pip install -qq --disable-pip-version-check --editable '.[peers]' \
	    $$($(OLDEST)/bin/python -c '$(LOWEST)')
	@touch $@

.PHONY: sevens
sevens: prepared
	@mkdir -p $(OUT)
	$(BIN)/allhands check --style numpy --cards 6 --json $(OUT)/six-cards.json
	$(BIN)/allhands check --style numpy --cards 7 --json $(OUT)/seven-cards.json
	$(BIN)/allhands check --style compiled --json $(OUT)/five-cards-compiled.json
	$(BIN)/allhands check --style compiled --cards 6 --json $(OUT)/six-cards-compiled.json
	$(BIN)/allhands check --style compiled --cards 7 --json $(OUT)/seven-cards-compiled.json

.PHONY: sevens-python
sevens-python: $(VENV)/ready
	@mkdir -p $(OUT)
	$(BIN)/allhands check --all --cards 7 --json $(OUT)/seven-cards-python.json rank-sums

.PHONY: strength
strength: $(VENV)/ready
	$(BIN)/python -m benchmarks.strength

.PHONY: lessons
lessons: $(VENV)/ready
	$(BIN)/python -m benchmarks.lessons | $(BIN)/python -m benchmarks.readme lessons

.PHONY: faults
faults: $(VENV)/ready
	$(BIN)/python -m benchmarks.faults

.PHONY: golden
golden: prepared
	$(BIN)/python -m benchmarks.golden

.PHONY: classroom
classroom: $(VENV)/ready
	@mkdir -p $(OUT)
	PATH="$(CURDIR)/$(BIN):$$PATH" $(BIN)/python -m benchmarks.classroom > $(OUT)/classroom.txt

.PHONY: field-run
field-run: $(VENV)/ready
	@mkdir -p $(OUT)/field
	$(BIN)/python -m field.install
	$(BIN)/python -m field.check --json $(OUT)/field/verdicts.json
	$(BIN)/python -m field.confirm $(OUT)/field/faults.json
	$(BIN)/python -m field.timing $(OUT)/field/verdicts.json $(OUT)/field/timings.json

.PHONY: field
field: field-run
	@$(BIN)/python -m field.compare $(OUT)/field/verdicts.json

# The page, its charts and the texts for authors are made from the committed run.
.PHONY: publish-field
publish-field: field-run
	-@$(BIN)/python -m field.compare $(OUT)/field/verdicts.json
	@mkdir -p reports/field
	cp $(OUT)/field/*.json reports/field
	$(BIN)/python -m field.page

.PHONY: mutants
mutants: $(VENV)/ready
	@mkdir -p $(OUT)
	@$(PIP) --editable '.[mutants]'
	$(BIN)/python -m benchmarks.mutants | tee $(OUT)/mutants.txt

.PHONY: cluster
cluster: $(VENV)/ready
	$(BIN)/python -m benchmarks.cluster | $(BIN)/python -m benchmarks.readme cluster

.PHONY: targets
targets: $(VENV)/ready
	$(BIN)/python -m benchmarks.targets

.PHONY: docs
docs: $(VENV)/ready-for-docs
	$(BIN)/python -m sphinx -W --keep-going -E -b html docs docs/_build/html
	$(BIN)/python -m benchmarks.site docs/_build/html

.PHONY: readme
readme: $(VENV)/ready
	$(BIN)/allhands check | $(BIN)/python -m benchmarks.readme check
	$(BIN)/allhands check --published | $(BIN)/python -m benchmarks.readme published
	$(BIN)/allhands check --style numpy --cards 7 | $(BIN)/python -m benchmarks.readme sevens
	$(BIN)/allhands check --style compiled --cards 7 | $(BIN)/python -m benchmarks.readme sevens-compiled
	$(BIN)/python -m benchmarks.which | $(BIN)/python -m benchmarks.readme which
	$(BIN)/python -m benchmarks.picture docs/check-your-own/verdict check docs/check-your-own/mine.py | \
	    $(BIN)/python -m benchmarks.readme own
	$(BIN)/allhands rank Kd Qs Jc Th 9s | $(BIN)/python -m benchmarks.readme rank
	$(BIN)/allhands grade 01 docs/course/ladder/category.py | $(BIN)/python -m benchmarks.readme grade
	$(BIN)/allhands bench --show --workload random-5 --out reports/timing | $(BIN)/python -m benchmarks.readme bench
	$(BIN)/python -m benchmarks.readme charts
	$(BIN)/python -m benchmarks.targets | $(BIN)/python -m benchmarks.readme targets

.PHONY: clean
clean:
	rm -rf $(VENV) $(OLDEST) $(WITHOUT) docs/_build field/.state field/packages/*/.venv field/packages/*/node_modules \
	    field/packages/*/.installed .coverage .coverage.* .hypothesis .mypy_cache .pytest_cache .ruff_cache

$(VENV)/ready-for-docs: $(VENV)/ready
	@$(PIP) --editable '.[docs]'
	@touch $@

$(VENV)/ready: pyproject.toml
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11) and \
	    f"allhands needs Python 3.11 or newer; $(PYTHON) is {sys.version.split()[0]}")'
	@echo "setting up $(VENV) (a minute, once)"
	@$(PYTHON) -m venv $(VENV)
	@$(PIP) --editable '.[dev,compiled,peers]' || { \
	    echo "not all extras can be installed here; going on without some"; \
	    $(PIP) --editable '.[dev]' && \
	    for each in $$($(EXTRAS)); do $(PIP) "$$each" || echo "left out: $$each"; done; }
	@touch $@
