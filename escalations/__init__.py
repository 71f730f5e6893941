"""The human queue: items, claims, decisions and the audit chain."""
