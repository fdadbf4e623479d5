"""Reproducible comparisons with peers: ratios measured in one run, raw results kept in `results/`."""
