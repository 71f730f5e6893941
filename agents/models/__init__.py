"""Model clients behind one protocol."""
