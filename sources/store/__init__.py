"""Reading evidence: snapshots by hash, their text, and where a quote stands in it."""
