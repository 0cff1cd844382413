# The one entry script: set-up, demo, test, lint, bench, clean. Used by people and by .ci/run alike.
# On a bare Debian 12 with python3, python3-venv, git and make, `make demo` and `make test` each work alone.
SHELL := /bin/bash
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
STAMP := $(VENV)/stamp
SPEC ?= $(firstword $(wildcard specs/moe_5t.yaml specs/lesson.yaml specs/*.yaml))

# The PDF writer's libraries (harfbuzz-subset: without it a Chinese page takes seconds), the fonts, the browser tests.
APT_PDF := libpango-1.0-0 libpangoft2-1.0-0 libharfbuzz-subset0 fonts-noto-cjk fonts-inter fonts-dejavu-core
APT_TEST := chromium chromium-driver poppler-utils
# What opens our workbooks beside our own reader: 90 MB to fetch, 280 MB unpacked.
APT_OFFICE := libreoffice-calc
# What the test kit runs on: Debian's MPI and PyTorch with Debian's python3.
APT_KIT := openmpi-bin python3-mpi4py python3-numpy python3-torch

PIP := $(BIN)/python -m pip --disable-pip-version-check --no-input install --quiet

.PHONY: help setup demo messages test test-fast coverage fuzz lint format docs bench peers formulas pins system system-test clean

help:
	@echo "make setup | demo | messages | test | test-fast | coverage | fuzz | lint | format | docs | bench | peers | formulas | pins | clean"

$(STAMP)/venv:
	$(PYTHON) -m venv $(VENV)
	@mkdir -p $(STAMP) && touch $@

$(STAMP)/runtime: requirements.txt requirements-build.txt pyproject.toml | $(STAMP)/venv
	$(PIP) --require-hashes -r requirements.txt -r requirements-build.txt
	$(PIP) --no-deps --no-build-isolation --editable .
	@touch $@

$(STAMP)/dev: requirements-dev.txt $(STAMP)/runtime
	$(PIP) --require-hashes -r requirements-dev.txt
	@touch $@

# System packages: installed when root, otherwise named. A missing one stops nothing: the HTML is written all the same.
define apt
	@missing=""; for p in $(1); do dpkg-query -W -f='$${Status}' $$p 2>/dev/null | grep -q 'ok installed' || missing="$$missing $$p"; done; \
	if [ -z "$$missing" ]; then :; \
	elif ! command -v apt-get >/dev/null; then echo "note: no apt-get here; $(2) needs the packages that Debian calls:$$missing" >&2; \
	elif [ "$$(id -u)" = 0 ]; then echo "installing$$missing"; \
	  { apt-get update -qq && DEBIAN_FRONTEND=noninteractive apt-get install -qq -y --no-install-recommends $$missing >/dev/null; } \
	  || echo "note: apt-get failed; $(2) needs: apt-get install -y --no-install-recommends$$missing" >&2; \
	else echo "note: $(2) needs system packages; run: sudo apt-get install -y --no-install-recommends$$missing" >&2; fi
endef

system:
	$(call apt,$(APT_PDF),the PDF)

system-test: system
	$(call apt,$(APT_TEST),the browser tests)
	$(call apt,$(APT_OFFICE),the tests of workbooks in LibreOffice)
	$(call apt,$(APT_KIT),the tests of the kit)

# What the tests hold the pages against: axe-core in the browser, the checker of HTML where there is Java.
TOOLS := .tools
$(TOOLS)/stamp: tests/browser/tools/package.json tests/browser/tools/package-lock.json
	@if command -v npm >/dev/null; then mkdir -p $(TOOLS) && cp $^ $(TOOLS)/ && \
	  (cd $(TOOLS) && npm ci --ignore-scripts --no-audit --no-fund --silent --fetch-retries=1 --fetch-timeout=20000) && touch $@ \
	  || echo "note: npm failed; the tests of accessibility and of HTML are skipped" >&2; \
	else echo "note: no npm here; the tests of accessibility and of HTML are skipped" >&2; fi

setup: $(STAMP)/runtime system

demo: setup
	$(BIN)/commspec build $(SPEC) --out out --lang zh --lang en

# Tests of one file stay together: many of them share what they have built.
PARALLEL := -n auto --maxprocesses 4 --dist loadfile

test: $(STAMP)/dev system-test $(TOOLS)/stamp
	$(BIN)/python -m pytest -q $(PARALLEL)

FAST := not slow and not browser and not pdf
test-fast: $(STAMP)/dev
	$(BIN)/python -m pytest -q $(PARALLEL) -m "$(FAST)"

# The fast tests with what they run of the program; fails below the floor in pyproject.toml.
coverage: $(STAMP)/dev
	$(BIN)/python -m coverage run -m pytest -q -m "$(FAST)"
	$(BIN)/python -m coverage report

# Broken specs, command lines, includes and numbers, in processes of their own with limits of time and memory.
COUNT ?= 20000
SEED ?= 1
fuzz: $(STAMP)/dev
	$(BIN)/python -m tests.fuzz --count $(COUNT) --seed $(SEED)

lint: $(STAMP)/dev
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy

format: $(STAMP)/dev
	$(BIN)/ruff check --fix .
	$(BIN)/ruff format .

# What click says by itself in Chinese, in the form that gettext reads.
messages: $(STAMP)/dev
	$(BIN)/python -m tests.chinese.messages

# What is made from the models and committed: tests compare it with what the program prints.
docs: $(STAMP)/runtime
	$(BIN)/commspec reference > docs/reference.md
	$(BIN)/commspec reference --lang zh > docs/reference.zh.md
	$(BIN)/commspec schema > schema/commspec.schema.json
	$(BIN)/commspec schema export > schema/export.schema.json

bench: $(STAMP)/dev system
	$(BIN)/python -m benchmarks.run

# Other tools, each in an environment of its own, measured beside ours: about an hour for the PDFs. Not part of CI.
peers: $(STAMP)/dev system
	@grep -v '^#' benchmarks/peers/tools.txt | while IFS=: read -r name packages; do \
	  test -d .peers/$$name || { $(PYTHON) -m venv .peers/$$name && .peers/$$name/bin/pip install --quiet $$packages; }; done
	$(BIN)/python -m benchmarks.peers.run

# Draw the formulas that are shipped with the templates anew.
formulas: $(STAMP)/dev
	$(BIN)/python -m estimator.jobs.formulas

# Renew the hashed pins (needs uv).
pins:
	uv pip compile -q --upgrade --generate-hashes --no-header --no-annotate --python-version 3.11 pyproject.toml -o requirements.txt
	uv pip compile -q --upgrade --generate-hashes --no-header --no-annotate --python-version 3.11 --group build -o requirements-build.txt
	uv pip compile -q --generate-hashes --no-header --no-annotate --python-version 3.11 -c requirements.txt -c requirements-build.txt --group dev pyproject.toml -o requirements-dev.txt

clean:
	rm -rf $(VENV) $(TOOLS) build dist .mypy_cache .pytest_cache .ruff_cache .hypothesis
	@[ ! -d out ] || find out -mindepth 1 ! -name .gitkeep -delete
