"""Adapters that read rubrics of public sets; solvers and experiments are to come."""
