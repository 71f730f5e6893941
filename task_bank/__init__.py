"""The frozen task bank: loader, lint and retrieval."""
