"""Thinking in processes of its own: what is to be thought about waits in Valkey or Redis, and whoever is free takes it.

`jobs` says what can be asked and does it, `line` is where it waits, `worker` the process that thinks.
"""
