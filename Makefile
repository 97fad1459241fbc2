# Every target works by itself from a fresh clone; the only thing needed is Python >= 3.11 (and g++ for bench).
# Another interpreter: make test PYTHON=/path/to/python3.12

.DEFAULT_GOAL := help
.PHONY: help demo test lint bench clean
.DELETE_ON_ERROR:

PYTHON ?= $(shell for name in python3 python3.14 python3.13 python3.12 python3.11; do \
	"$$name" -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null && echo "$$name" && break; done)
BIN := .venv/bin
# The second variable is what newer versions of pip take for the build backend.
INSTALL := PIP_CONSTRAINT=constraints.txt PIP_BUILD_CONSTRAINT=constraints.txt \
	PIP_DISABLE_PIP_VERSION_CHECK=1 $(BIN)/python -m pip install --quiet

help:
	@echo 'make demo    a paragraph parsed, on one screen'
	@echo 'make test    lint and all tests'
	@echo 'make lint    ruff (rules and layout) and mypy'
	@echo 'make bench   the benchmarks; tables, JSON and plots go to benchmarks/results'
	@echo 'make clean   remove .venv and everything else that was made'

demo: .venv/.demo
	@$(BIN)/realizer demo

test: lint
	$(BIN)/python -m pytest

lint: .venv/.dev
	$(BIN)/ruff check
	$(BIN)/ruff format --check
	$(BIN)/mypy

bench: .venv/.bench
	OMP_NUM_THREADS=1 OMP_WAIT_POLICY=passive $(BIN)/python benchmarks/aggregation.py
	OMP_NUM_THREADS=1 OMP_WAIT_POLICY=passive $(BIN)/python benchmarks/decoding.py
	$(BIN)/python benchmarks/speed.py $${REALIZER_DATA:-../shared/data}/en_ewt/dev.conllu

clean:
	rm -rf .venv build dist .mypy_cache .ruff_cache .pytest_cache .hypothesis
	find src tests benchmarks -name __pycache__ -type d -prune -exec rm -rf {} +

.venv/.made:
	@if [ -z "$(PYTHON)" ]; then \
		echo 'make: expected Python 3.11 or newer as python3, found none; cure: install it, or make PYTHON=...' >&2; \
		exit 1; fi
	@$(PYTHON) -c 'import ensurepip' 2>/dev/null || { \
		echo 'make: $(PYTHON) cannot make environments; cure: apt-get install python3-venv' >&2; exit 1; }
	$(PYTHON) -m venv .venv
	@touch $@

.venv/.demo: .venv/.made pyproject.toml constraints.txt
	$(INSTALL) --editable .
	@touch $@

.venv/.dev: .venv/.made pyproject.toml constraints.txt
	$(INSTALL) --editable '.[dev]'
	@touch $@

.venv/.bench: .venv/.made pyproject.toml constraints.txt
	@command -v g++ >/dev/null || { \
		echo 'make: pykeops compiles its kernels with g++, found none; cure: apt-get install g++' >&2; exit 1; }
	$(INSTALL) --editable '.[bench]'
	@touch $@
