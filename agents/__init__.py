"""Roles, prompts, the session loop and the tools of a session."""
