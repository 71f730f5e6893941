"""Acquiring evidence: EDGAR, the web, a browser, local folders."""
