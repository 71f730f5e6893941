# finrubric: `make demo` to see it work, `make test` to test it, `make help` for the rest.

SHELL := /bin/bash
.DEFAULT_GOAL := help
MAKEFLAGS += --no-print-directory

VENV := .venv
BIN := $(VENV)/bin
ARGS ?=

# PYTHON=/path/to/python3 makes the environment with another interpreter (3.11 or newer).
PYTHON ?=

# Settings of a user's own pip that have no sense inside an environment; a mirror or a
# certificate of theirs stays in force.
export PIP_USER := 0
export PIP_REQUIRE_HASHES := 0
export PIP_DISABLE_PIP_VERSION_CHECK := 1
unexport PYTHONPATH PYTHONHOME VIRTUAL_ENV

# $(call step,what is being done,command): one line, the output kept and shown only on failure.
define step
@mkdir -p $(VENV)
@printf '%-58s' '$(1) …'; start=$$SECONDS; \
	if { $(2); } >$(VENV)/setup.log 2>&1; then echo "$$((SECONDS - start)) s"; \
	else echo failed; tail -25 $(VENV)/setup.log; exit 1; fi
endef

.PHONY: help
help: ## Show this list
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "  make %-8s %s\n", $$1, $$2 }' $(MAKEFILE_LIST)

.PHONY: demo
demo: setup ## Set up, then take the worked example from a query to an accepted rubric
	@$(BIN)/finrubric demo $(ARGS)

.PHONY: test
test: $(VENV)/.dev ## Run the tests, one worker per core (ARGS="-n 0 -k budget" goes to pytest)
	@$(BIN)/python -m pytest -n auto $(ARGS)

.PHONY: check
check: $(VENV)/.dev ## Check format, lint, types, layers and generated documents
	@$(BIN)/ruff format --check .
	@$(BIN)/ruff check .
	@$(BIN)/basedpyright
	@$(BIN)/python -m pytest -q tests/architecture $(wildcard tests/docs)

.PHONY: format
format: $(VENV)/.dev ## Format the code and mend what the linter can
	@$(BIN)/ruff format .
	@$(BIN)/ruff check --fix .

.PHONY: docs
docs: $(VENV)/.dev ## Print anew the documents that come from code
	@$(BIN)/python -m tests.docs.generated

.PHONY: setup
setup: $(VENV)/.project ## Make .venv with what running needs
	@:

.PHONY: live
live: $(VENV)/.live ## Add to .venv what live models need (the clients of OpenAI and Anthropic)
	@:

.PHONY: postgres
postgres: $(VENV)/.postgres ## Add to .venv what records in PostgreSQL need (its driver)
	@:

.PHONY: oidc
oidc: $(VENV)/.oidc ## Add to .venv what logging in through an identity provider needs
	@:

.PHONY: clean
clean: ## Remove .venv, caches and build output (runs under .finrubric stay)
	@rm -rf $(VENV) build dist .pytest_cache .ruff_cache .hypothesis .coverage htmlcov
	@find . -name __pycache__ -type d -prune -exec rm -rf {} +

# A stamp per layer: what is there already is not installed again.
$(VENV)/.python:
	@python='$(PYTHON)'; \
	for candidate in $${python:-python3 python3.13 python3.12 python3.11 python}; do \
		$$candidate -c 'import sys, venv, ensurepip; sys.exit(sys.version_info < (3, 11))' \
			>/dev/null 2>&1 && { found=$$candidate; break; }; \
	done; \
	if [ -z "$${found:-}" ]; then \
		echo "finrubric needs Python 3.11 or newer with its venv module, and found none"; \
		echo "(tried $${python:-python3 python3.13 python3.12 python3.11 python})."; \
		echo "Say where one is: make $(MAKECMDGOALS) PYTHON=/path/to/python3"; \
		echo "On Debian and Ubuntu the module is a package of its own: apt install python3-venv"; \
		exit 1; \
	fi; \
	rm -rf $(VENV); $$found -m venv $(VENV); \
	$(BIN)/python -c 'import platform; print("Python", platform.python_version(), "in $(VENV)")'
	@touch $@

$(VENV)/.core: requirements/core.txt $(VENV)/.python
	$(call step,Installing what finrubric needs,$(BIN)/python -m pip install --require-hashes -r requirements/core.txt)
	@touch $@

$(VENV)/.project: pyproject.toml $(VENV)/.core
	$(call step,Installing finrubric itself,$(BIN)/python -m pip install --no-deps --no-build-isolation --no-index -e .)
	@touch $@

$(VENV)/.live: requirements/live.txt $(VENV)/.project
	$(call step,Installing what live models need,$(BIN)/python -m pip install --require-hashes -r requirements/live.txt)
	@touch $@

$(VENV)/.postgres: requirements/postgres.txt $(VENV)/.project
	$(call step,Installing what PostgreSQL needs,$(BIN)/python -m pip install --require-hashes -r requirements/postgres.txt)
	@touch $@

$(VENV)/.oidc: requirements/oidc.txt $(VENV)/.project
	$(call step,Installing what an identity provider needs,$(BIN)/python -m pip install --require-hashes -r requirements/oidc.txt)
	@touch $@

$(VENV)/.dev: requirements/dev.txt $(VENV)/.project
	$(call step,Installing what testing needs,$(BIN)/python -m pip install --require-hashes -r requirements/dev.txt)
	@touch $@
