"""Model clients behind one small protocol; here the replay of a recording."""
