"""EDGAR: filings, full-text search and XBRL facts of the SEC, as of a cutoff."""
