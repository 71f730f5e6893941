"""Tables of the console's users, their tokens and sessions."""
