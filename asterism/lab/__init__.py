"""The lab: statistics for designers of games, from thousands of matches between players of any kind.

`arena` plays the matches of a setting (`batch`) in seeded ranges, on cores or machines (`workers`), and keeps a row of
figures for each (`rows`). `estimates` has the confidence intervals, `measure` the figures, `tune` the search for an
edition that meets criteria.
"""
