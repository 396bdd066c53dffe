"""Guests, their devices, and who is watching."""
