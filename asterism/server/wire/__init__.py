"""The protocol: every message as a class, and what is generated from the classes."""
