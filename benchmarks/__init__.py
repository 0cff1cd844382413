"""Measurements: each prints its figure beside a plain way of doing the same."""
