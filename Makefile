# Everything a newcomer needs. Each target sets up .venv by itself; no environment has to be active.

VENV := .venv
BIN := $(VENV)/bin
# A stamp: set up again when the project's needs or its folder change.
READY := $(VENV)/ready-$(shell { pwd; cat pyproject.toml; } | cksum | tr -d ' ')
SHELL := /bin/sh

# The first Python of at least 3.11 that can make environments.
FIND_PYTHON = for p in $(PYTHON) python3 python3.14 python3.13 python3.12 python3.11; do \
	"$$p" -c 'import ensurepip, sys, venv; sys.exit(sys.version_info < (3, 11))' 2>/dev/null && echo "$$p" && break; \
	done

.PHONY: help setup pins test check agree reports tables fmt clean
.DELETE_ON_ERROR:

help:
	@echo "make pins    build every pin into generated/"
	@echo "make test    run every check and test"
	@echo "make agree   play 10,000 games of every pin on its module and the interpreter"
	@echo "make reports prove anew what is not up to date: generated/*.verify.json, docs/verification.md"
	@echo "make tables  write what the reports say into docs/verification.md and docs/mutation.md"
	@echo "make fmt     lay out the Python sources and the pins"
	@echo "make clean   remove .venv and caches"

setup: $(READY)

$(READY): pyproject.toml
	@python=$$($(FIND_PYTHON)); \
	if [ -z "$$python" ]; then \
		echo "Python 3.11 or newer with the venv module is needed (on Debian: apt install python3-venv)" >&2; exit 2; \
	fi; \
	echo "setting up $(VENV) with $$python"; \
	"$$python" -m venv --clear $(VENV)
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check --editable '.[dev]'
	@touch $@

pins: $(READY)
	@$(BIN)/ssp build pins --out generated

test: $(READY)
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy sspdsl generated tests
	$(BIN)/python -m pytest -q -n auto

check: test

agree: $(READY)
	$(BIN)/ssp verify pins --only V11 --jobs $$(nproc 2>/dev/null || echo 2) --out generated

reports: $(READY)
	$(BIN)/ssp verify pins --update --out generated --table --into docs/verification.md

tables: $(READY)
	$(BIN)/ssp verify pins --in generated --table --into docs/verification.md
	$(BIN)/ssp mutate pins --in generated --table --into docs/mutation.md

fmt: $(READY)
	$(BIN)/ruff format .
	$(BIN)/ruff check --fix .
	$(BIN)/ssp fmt pins grammar/std

clean:
	rm -rf $(VENV) .mypy_cache .pytest_cache .ruff_cache .hypothesis
