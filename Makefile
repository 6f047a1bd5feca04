# Two commands matter: `make run` and `make test`. Each sets itself up on a fresh machine.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
READY := $(VENV)/.ready
RUNS := $(VENV)/.runs
PORT ?= 8000

# What Python has compiled once is kept: otherwise each start takes seconds more.
unexport PYTHONDONTWRITEBYTECODE

.PHONY: run test quick soak check docs bench sheets lock clean

run: $(or $(wildcard $(READY)),$(RUNS))
	@$(BIN)/croupier serve --demo --open --port $(PORT)

test: $(READY)
	tests/web/install-chromium
	$(BIN)/pytest
	$(BIN)/pytest tests/web

# An answer within a minute: cards, money, rule book, table, games and scenarios, and that a house opens.
quick: $(READY)
	$(BIN)/pytest tests/cards tests/money tests/rulebook tests/table tests/games tests/phh scenarios examples tests/server/test_table_socket.py

# The long forms, before a release: more examples, more kills, every operation of the protocol attacked for longer.
soak: $(READY)
	EFFORT=20 HYPOTHESIS_PROFILE=explore SCHEMA_EXAMPLES=60 $(BIN)/pytest -m "soak or not soak"
	SHIFT_ROUNDS=20 $(BIN)/pytest tests/web -m "soak or not soak"
	$(BIN)/croupier faults
	$(BIN)/croupier simulate-house --seeds 1..1000

check: $(READY)
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/lint-imports
	@tests/web/check-types --if-possible

# The documentation site, in build/site: no warnings, nothing fetched from elsewhere, a search of its own.
docs: $(READY)
	NO_MKDOCS_2_WARNING=1 $(BIN)/mkdocs build --strict
	@echo "To read it: $(PYTHON) -m http.server --directory build/site"

bench: $(READY)
	$(BIN)/python -m bench
	$(BIN)/python -m bench.pages

# The par sheets that the pages show and the answers that ship, after an edition or the mathematics has changed.
sheets: $(READY)
	for edition in $$(basename -s .toml -a src/croupier/rulebook/editions/*.toml); do \
		$(BIN)/croupier report $$edition -o src/croupier/web/par/$$edition.html; \
	done
	$(BIN)/python -m croupier.analysis.multilink.starting
	$(BIN)/python -m croupier.analysis.shipping

# Set up once, with versions that are known to work together (`make lock` renews them).
# uv is nine times as fast as pip; where it cannot be had, pip does the same.
$(RUNS): requirements/run.txt
	$(call install,run,serve$(comma)math)

$(READY): requirements/dev.txt pyproject.toml
	$(call install,dev,dev)

comma := ,
define install
	@echo "Setting up $(VENV) with what requirements/$(1).txt lists. This happens once, in three steps."
	@echo "1. A place for Python's packages ..."
	@[ -x $(BIN)/python ] || $(PYTHON) -m venv $(VENV)
	@echo "2. uv, which fetches packages quickly ..."
	@command -v uv >/dev/null || [ -x $(BIN)/uv ] || $(BIN)/pip install --quiet --disable-pip-version-check uv || \
		echo "uv cannot be had; pip takes a minute or two."
	@echo "3. The packages ..."
	@export PATH="$$PATH:$(CURDIR)/$(BIN)"; \
	if command -v uv >/dev/null; then \
		uv pip install --python $(BIN)/python --requirements requirements/$(1).txt --editable '.[$(2)]'; \
	else \
		$(BIN)/pip install --disable-pip-version-check --requirement requirements/$(1).txt --editable '.[$(2)]'; \
	fi
	@touch $@
endef

lock:
	uv pip compile --quiet --upgrade pyproject.toml --extra serve --extra math $(LOCKED) -o requirements/run.txt
	uv pip compile --quiet --upgrade pyproject.toml --extra dev $(LOCKED) -o requirements/dev.txt

LOCKED := --universal --python-version 3.11 --no-header --no-annotate --no-emit-package croupier

clean:
	rm -rf $(VENV) build .pytest_cache .mypy_cache .ruff_cache .hypothesis .import_linter_cache
