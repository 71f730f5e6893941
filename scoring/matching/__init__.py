"""Matching: the experts' criteria held against generated ones, demand and value apart."""
