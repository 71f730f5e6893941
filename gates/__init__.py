"""Budget, validator, composition and acceptance gates: pure functions."""
