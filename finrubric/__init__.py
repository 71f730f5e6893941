"""The thin public package: contracts, and later the scoring of one answer."""
