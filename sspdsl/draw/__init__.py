"""Pictures of a table, from its IR alone: the move graph, reach diagrams, DOT for graph tools, PNG."""
