"""The one database: tables, journal, ledger, events, leases and one unit of work."""
