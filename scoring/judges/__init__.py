"""Judges: what they are shown, how their replies are read, and one conversation per answer."""
