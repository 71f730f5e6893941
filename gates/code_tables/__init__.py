"""The code table, one module per family so that each stands beside its gate."""
