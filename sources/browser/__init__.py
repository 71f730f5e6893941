"""Opening web pages in a browser: what a reader sees, kept with its hash and its dates."""
