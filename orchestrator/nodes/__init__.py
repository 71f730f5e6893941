"""One module per node of the graph."""
