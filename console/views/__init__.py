"""What pages show, built from records by pure functions."""
