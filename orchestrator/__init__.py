"""State, nodes, routes, graph, lock and runner; nothing else."""
