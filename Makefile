# Two commands for a fresh machine: `make play` and `make test`. Python 3.11 or newer is all that must be there.

PYTHON ?= $(shell for p in python3.14 python3.13 python3.12 python3.11 python3; do \
	$$p -c 'import sys, venv, ensurepip; sys.exit(sys.version_info < (3, 11))' 2>/dev/null && echo $$p && break; done)
VENV := .venv
BIN := $(VENV)/bin
CORES := $(shell nproc 2>/dev/null || echo 2)

.PHONY: play test fast slow lint bench compiled servers clean

play: $(VENV)/play.ok ## a game against two bots; open the mailbox it prints
	$(BIN)/pbem up --demo

test: servers lint fast slow ## everything, with real servers

# Tests start hundreds of processes, which are quicker where Python may keep what it has compiled.
fast slow: export PYTHONDONTWRITEBYTECODE =

fast: $(VENV)/dev.ok ## the tests of a minute
	$(BIN)/pytest -n $(CORES) -m "not slow"

slow: $(VENV)/dev.ok ## whole games, real processes, browsers
	$(BIN)/pytest -n $$(($(CORES) + 2)) --dist worksteal -m slow # they mostly wait for processes

lint: $(VENV)/dev.ok
	$(BIN)/ruff check
	$(BIN)/ruff format --check
	$(BIN)/mypy
	$(BIN)/lint-imports

bench: $(VENV)/dev.ok ## how fast the rules (also compiled, once `make compiled` has run) and the pictures and pages are; how many letters people get
	$(BIN)/python -m bench
	$(BIN)/python -m bench.letters
	$(BIN)/python -m bench.pictures
	$(BIN)/python -m bench.pages

compiled: $(VENV)/dev.ok ## a wheel with the rules compiled in dist/compiled, unpacked in build/compiled; needs a C compiler
	rm -rf dist/compiled build/compiled
	HATCH_BUILD_HOOK_ENABLE_CUSTOM=true $(BIN)/python -m hatchling build --target wheel --directory dist/compiled
	$(BIN)/python -m zipfile -e dist/compiled/*.whl build/compiled

servers: ## PostgreSQL, Redis, Chromium and a C compiler, which the tests use
	PYTHON="$(PYTHON)" ./tests/install_servers

$(VENV)/bin/python:
	@test -n "$(PYTHON)" || { echo "Python 3.11 or newer with its venv module is needed (Debian: apt install python3-venv)." >&2; exit 1; }
	$(PYTHON) -m venv $(VENV)

# The lock holds for pip's isolated builds as well: new versions of pip read it from the second variable.
$(VENV)/play.ok $(VENV)/dev.ok: export PIP_CONSTRAINT = $(CURDIR)/requirements.lock
$(VENV)/play.ok $(VENV)/dev.ok: export PIP_BUILD_CONSTRAINT = $(CURDIR)/requirements.lock
$(VENV)/play.ok $(VENV)/dev.ok: export PIP_DISABLE_PIP_VERSION_CHECK = 1

$(VENV)/play.ok: pyproject.toml requirements.lock | $(VENV)/bin/python
	$(BIN)/pip install --quiet --editable .
	touch $@

$(VENV)/dev.ok: pyproject.toml requirements.lock | $(VENV)/bin/python
	$(BIN)/pip install --quiet --editable ".[dev]"
	touch $@ $(VENV)/play.ok

clean:
	rm -rf $(VENV) dist build .mypy_cache .ruff_cache .pytest_cache .hypothesis .import_linter_cache
