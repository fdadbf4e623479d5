"""The kernels and the graph executor by themselves, on an encoder of MiniLM's shape written by hand."""
