"""Coverage-guided fuzzing of `parse_contract`: `python -m tests.contracts.fuzzing -runs=20000`.

Needs atheris, which is no requirement of the project: it has wheels for some Pythons only.
"""

import sys
from importlib import import_module

if __name__ == "__main__":
    atheris = import_module("atheris")
    with atheris.instrument_imports(include=["contracts"]):
        target = import_module("tests.contracts.fuzz_target")
    atheris.Setup(sys.argv, target.one_input)
    atheris.Fuzz()
