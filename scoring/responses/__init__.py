"""Answers of research agents, read from the files that agents and frameworks leave."""
