"""Adapters that read rubrics of public sets, and experiments; solvers are to come."""
