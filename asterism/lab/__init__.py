"""Is this game good? Matches by the thousand between players of any kind, and what they tell a designer.

`arena` plays, in seeded batches (`batch`) that anyone may work on (`workers`), and keeps a row for every match
(`rows`); `estimates` says how sure one may be.
"""
