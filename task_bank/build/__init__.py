"""Stage 1, the building of a task bank; filled by the work on bank construction."""
