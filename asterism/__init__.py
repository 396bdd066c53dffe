"""Asterism: five star-themed tabletop games, one rules core."""

__version__ = "0.1.0"
