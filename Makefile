# `make run` starts the site, `make test` proves it; both install what they need, once.
# `make help` lists the rest.

PYTHON ?= python3
VENV := .venv
# Kept with the packages, so that an upgrade takes them from where they came.
PIP_OPTIONS ?= $(shell cat $(VENV)/.pip-options 2>/dev/null)
BIN := $(VENV)/bin
RUNTIME := $(VENV)/.runtime
DEVELOPMENT := $(VENV)/.development
REQUIREMENTS := requirements.txt requirements-model.txt requirements-site.txt constraints.txt
PAGE_MODULES := frontend/node_modules/.installed
export PIP_OPTIONS
# By the shell: make's own functions are carried out before the first line of a recipe.
KEEP_PIP_OPTIONS = @printf '%s\n' "$$PIP_OPTIONS" >$(VENV)/.pip-options
# In the order of a seed, which stands in the command line that make prints: make unit SEED=7
# repeats it. The seconds of each test are kept. What is compiled is kept, whatever the environment
# says: else each of the hundreds of processes that tests start compiles what it imports. Each
# process has one thread: several run at a time, and threads would wait for each other's cores.
SEED ?= $(shell shuf -i 0-999999 -n 1)
PYTEST = PYTHONUTF8=1 PYTHONDONTWRITEBYTECODE= OMP_NUM_THREADS=1 $(BIN)/pytest -q --randomly-seed=$(SEED) --durations=40 --junitxml=build/tests/$@.xml
PIP := $(BIN)/pip --disable-pip-version-check install $(PIP_OPTIONS) -c constraints.txt

.PHONY: help run test install postgres venv system-packages lint types unit system browser frontend
.PHONY: page properties test-research deployment audit format clean bench faults load

help:  ## What can be made
	@sed -n 's/^\([a-z-]*\):.*  ## \(.*\)/\1\t\2/p' Makefile | expand -t 18

run: $(RUNTIME)  ## The site at http://127.0.0.1:8000/ (PORT=9000 make run: at another port)
	@$(BIN)/python manage.py run_site

# What has one thread, or waits for a network, runs side by side, each output in one piece: the
# page's tests begin as soon as its modules are there. The tests then have all cores: those with a
# real site, which wait more than they compute, beside those of research.
test:  ## lint, types, frontend, unit, system, test-research and browser
	@$(MAKE) --no-print-directory --jobs=3 --output-sync page types lint frontend system-packages
	@$(MAKE) --no-print-directory unit
	@$(MAKE) --no-print-directory --jobs=2 --output-sync system test-research
	@$(MAKE) --no-print-directory browser

install: $(RUNTIME)  ## What a server needs (docs/operations.md), and nothing started

postgres: $(RUNTIME)  ## What it needs besides where DATABASE_URL names PostgreSQL
	$(PIP) -r requirements-postgres.txt

venv: $(DEVELOPMENT)  ## The virtual environment with all packages, tools included

$(BIN)/python:
	PYTHON=$(PYTHON) scripts/system-packages run
	$(PYTHON) -m venv $(VENV)

$(RUNTIME): $(REQUIREMENTS) | $(BIN)/python
	$(PIP) -r requirements.txt
	$(KEEP_PIP_OPTIONS)
	@touch $@

# Not compiled in advance: what tests import of it is compiled on the way.
$(DEVELOPMENT): requirements-dev.txt requirements-postgres.txt $(REQUIREMENTS) | $(BIN)/python
	$(PIP) --no-compile -r requirements-dev.txt
	$(KEEP_PIP_OPTIONS)
	@touch $(RUNTIME) $@

system-packages:
	@PYTHON=$(PYTHON) scripts/system-packages test

lint: $(DEVELOPMENT) $(PAGE_MODULES)  ## Style and likely bugs
	$(BIN)/ruff check
	$(BIN)/ruff format --check
	cd frontend && npm run --silent lint

types: $(DEVELOPMENT)  ## Static types
	$(BIN)/mypy

unit: $(DEVELOPMENT)  ## Tests that need no site, on all cores
	$(PYTEST) -n auto --dist loadscope -m "not system and not browser and not deployment" tests

test-research: $(DEVELOPMENT)  ## Tests of research
	$(PYTEST) -n auto --dist loadscope research

system: $(DEVELOPMENT) system-packages  ## Tests with a real broker, workers and web server
	$(PYTEST) -n 3 --dist loadscope -m system tests/system

browser: $(DEVELOPMENT) system-packages  ## Tests of the page in Debian's Chromium
	$(PYTEST) -n 2 --dist worksteal -m browser tests/browser

frontend: page $(DEVELOPMENT)  ## Types and tests of the page, and that its build is the one in static/
	scripts/page-types --check

page: $(PAGE_MODULES)
	cd frontend && npm run --silent check
	cd frontend && npm test --silent
	scripts/compare-build

$(PAGE_MODULES): frontend/package-lock.json frontend/package.json
	PYTHON=$(PYTHON) scripts/system-packages frontend
	cd frontend && npm ci --no-audit --no-fund
	@touch $@

properties: $(DEVELOPMENT)  ## What holds for all hands, auctions and texts, tried with many examples
	$(PYTEST) -m hypothesis --hypothesis-profile=many

deployment: $(DEVELOPMENT)  ## docs/operations.md, carried out on an empty Debian (as root)
	$(PYTEST) --randomly-dont-reorganize -s -m deployment tests

audit: $(DEVELOPMENT)  ## Known vulnerabilities of what is pinned (asks PyPI's list of them)
	scripts/audit

format: $(DEVELOPMENT) $(PAGE_MODULES)  ## Rewrites the sources in the common style
	$(BIN)/ruff check --fix
	$(BIN)/ruff format
	cd frontend && npm run --silent format

bench: $(DEVELOPMENT)  ## What the service costs, and what batching brings (some minutes)
	@OMP_NUM_THREADS=1 $(BIN)/python -m benchmarks.service_bench

faults: $(DEVELOPMENT) system-packages  ## Kills, freezes and locks parts of a site, 20 times each
	@$(BIN)/python -m benchmarks.faults

load: $(DEVELOPMENT)  ## Half an hour of mixed load
	@$(BIN)/python -m benchmarks.load

clean:  ## Removes what was installed here and caches; data and checkpoints in var/ stay
	rm -rf $(VENV) frontend/node_modules .mypy_cache .pytest_cache .ruff_cache .hypothesis
