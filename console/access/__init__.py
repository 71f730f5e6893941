"""Who may come in, and what each role may do."""
