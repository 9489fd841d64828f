# `make report` is in the README, `make test` in CONTRIBUTING; both set themselves up.

PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
EXTRAS := compiled,peers
INSTALL := --editable '.[$(EXTRAS)]'
# Three for two cores: tests wait for the processes that they start.
PYTEST := $(BIN)/python -m pytest -n 3 --dist loadfile
PIP := $(BIN)/python -m pip install -qq --disable-pip-version-check --no-compile
# Tests start hundreds of processes, and pip writes no bytecode here: the first that imports does.
unexport PYTHONDONTWRITEBYTECODE

# uv, if it is there, needs seconds where pip needs a minute.
ifneq ($(shell command -v uv 2>/dev/null),)
NEW := uv venv --quiet --seed --allow-existing --python $(PYTHON)
ADD := uv pip install --quiet --python $(BIN)/python
else
NEW := $(PYTHON) -m venv
ADD := $(PIP)
endif

PROJECT := import tomllib; file = tomllib.load(open("pyproject.toml", "rb")); \
    groups = file["dependency-groups"]; project = file["project"]; \
    extras = project["optional-dependencies"];
EACH := $(PROJECT) print(*extras["compiled"], *extras["peers"])
LOWEST := $(PROJECT) print(*(each.replace(">=", "==") \
    for each in (*project["dependencies"], *groups["dev"]) if ">=" in each))
# The packages of a dependency group. pip knows groups since 25.1, which Python 3.11 does not bring.
group = $$($(PYTHON) -c '$(PROJECT) print(*groups["$(1)"])')

# Where one library cannot be built, the others are still of use.
OTHERWISE = { echo "not all extras can be installed here; going on without some"; \
    $(PIP) --editable . $(call group,dev) && for each in $$($(BIN)/python -c '$(EACH)'); do \
    $(PIP) "$$each" || echo "left out: $$each"; done; }

# No target but those in $(VENV) is a file.
.PHONY: help report bench publish test test-all lint prepared tests test-browser \
    test-without-numba test-oldest texts key showdowns golden mutants exercises-strength field publish-field \
    docs release clean

help:
	@echo "make report         check and time the evaluators: reports/local/index.html"
	@echo "make bench          the same in full: more hands, all workloads (an hour)"
	@echo "make test           lint, types, doctests and tests (three minutes)"
	@echo "make test-all       the same with all tests, and coverage (up to an hour)"
	@echo "make docs           build the site: docs/_build/html/index.html"
	@echo "make texts          put what commands print into the README and the docs"
	@echo "make key            write the answer key: the order of all hands (five minutes)"
	@echo "make showdowns      choose showdowns that notice every known fault (five minutes)"
	@echo "make golden         write the verdicts that the tests compare (ten minutes)"
	@echo "make mutants        change the code of small rooms: do tests notice? (half an hour)"
	@echo "make exercises-strength  grade wrong works: which have full marks? (half an hour)"
	@echo "make field          check published packages (two hours)"
	@echo "make publish        measure again what is committed and stale (an hour)"
	@echo "make publish-field  the same for published packages"
	@echo "make release        check all that a release needs"
	@echo "make clean          remove the virtual environment and what tools left behind"

# Where results go: what git tracks is replaced by `make publish` alone.
OUT := reports/local

report: $(VENV)/ready
	$(BIN)/allhands report --folder $(OUT)

bench: prepared
	$(BIN)/allhands report --full --folder $(OUT)

# Only stale parts are measured, one after the other. Alone on the machine, please.
publish: $(VENV)/ready-for-tests
	@$(MAKE) --no-print-directory prepared
	$(BIN)/python -m benchmarks.publish verdicts strength timing
	$(BIN)/allhands report --redraw --folder reports
	$(BIN)/python -m benchmarks.texts

# Lint takes one core beside machine code and the first tests; what it says comes at the end.
define LINT_AND
	@$(MAKE) --no-print-directory lint > $(VENV)/lint.txt 2>&1 & lint=$$!; \
	trap "kill $$lint 2> /dev/null; exit 130" INT; \
	$(MAKE) --no-print-directory prepared && $(1); tests=$$?; \
	wait $$lint || tests=1; cat $(VENV)/lint.txt; exit $$tests
endef

test: $(VENV)/ready-for-tests
	$(call LINT_AND,$(PYTEST) -m "not thorough")

# Lines are counted in the quick tests alone: the others take long enough.
test-all: $(VENV)/ready-for-all
	$(call LINT_AND,$(PYTEST) --cov -m "not thorough" && $(PYTEST) -m thorough --durations=10)

lint: $(VENV)/ready-for-tests
	$(BIN)/ruff format --check .
	$(BIN)/ruff check .
	$(BIN)/mypy
	$(BIN)/lint-imports --no-logo
	$(BIN)/python -m benchmarks.weight

# Machine code, and the table of two-plus-two: made once, not by each process that needs them.
prepared: $(VENV)/ready
	@$(BIN)/allhands prepare > /dev/null

tests: $(VENV)/ready-for-tests
	@$(MAKE) --no-print-directory prepared
	$(PYTEST) -m "not thorough"

# Needs npm and Chromium. Without them `make test-all` leaves these tests out, and says so.
test-browser: $(VENV)/ready-for-all
	$(BIN)/python -m pytest tests/harness/browser/test_try_it.py

test-without-numba:
	@$(MAKE) --no-print-directory tests VENV=.venv-without-numba EXTRAS=peers

test-oldest:
	@$(MAKE) --no-print-directory tests VENV=.venv-oldest OTHERWISE=false \
	    INSTALL="--editable '.[peers]' $$($(PYTHON) -c '$(LOWEST)')"

texts: $(VENV)/ready-for-tests
	$(BIN)/python -m benchmarks.texts

key: $(VENV)/ready-for-tests
	$(BIN)/python -m benchmarks.key

showdowns: $(VENV)/ready-for-tests
	$(BIN)/python -m benchmarks.showdowns

golden: prepared
	$(BIN)/python -m benchmarks.golden

mutants: $(VENV)/ready-for-tests
	@$(ADD) $(call group,mutants)
	$(BIN)/mutmut run
	$(BIN)/mutmut results

exercises-strength: $(VENV)/ready-for-tests
	$(BIN)/python -m benchmarks.wrong_works

field: $(VENV)/ready
	@mkdir -p $(OUT)/field
	$(BIN)/python -m field.install
	$(BIN)/python -m field.check --json $(OUT)/field/verdicts.json
	$(BIN)/python -m field.confirm $(OUT)/field/verdicts.json $(OUT)/field/faults.json
	$(BIN)/python -m field.timing $(OUT)/field/verdicts.json $(OUT)/field/timings.json

# The page is made from the committed run; `git diff` shows what is new.
publish-field: $(VENV)/ready
	$(BIN)/python -m field.install
	$(BIN)/python -m benchmarks.publish field field-timing
	$(BIN)/python -m field.page

docs: $(VENV)/ready-for-docs
	$(BIN)/python -m sphinx -W --keep-going -E -b html docs docs/_build/html
	$(BIN)/python -m benchmarks.site docs/_build/html

# All is listed that is missing. Nothing is uploaded.
release: $(VENV)/ready-for-tests
	@$(ADD) $(call group,release)
	$(BIN)/python -m benchmarks.release

clean:
	rm -rf .venv .venv-oldest .venv-without-numba docs/_build field/packages/*/.venv \
	    field/packages/*/node_modules field/packages/*/.installed .coverage .coverage.* .hypothesis \
	    .mypy_cache .pytest_cache .ruff_cache mutants

$(VENV)/ready-for-docs: $(VENV)/ready-for-tests
	@$(ADD) $(call group,docs)
	@touch $@

$(VENV)/ready-for-all: $(VENV)/ready-for-tests
	@$(ADD) --editable '.[distributed]' $(call group,browser) $(call group,tensors)
	@touch $@

# One call installs what tests need and what all else needs; `make report` does without the former.
$(VENV)/ready-for-tests: INSTALL := --editable '.[$(EXTRAS)]' $(call group,dev)
$(VENV)/ready $(VENV)/ready-for-tests: pyproject.toml
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11) and \
	    f"allhands needs Python 3.11 or newer; $(PYTHON) is {sys.version.split()[0]}")'
	@echo "setting up $(VENV) (a minute, once; seconds with uv)"
	@$(NEW) $(VENV)
	@$(ADD) $(INSTALL) || $(OTHERWISE)
	@touch $(VENV)/ready $@
