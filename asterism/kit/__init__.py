"""Arithmetic that two or more games share."""
