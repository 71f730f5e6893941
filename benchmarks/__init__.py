"""Dataset adapters, solvers and experiments; filled by the work on benchmarks."""
