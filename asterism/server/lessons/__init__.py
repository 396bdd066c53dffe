"""Lessons: many tables of one game under one code."""
