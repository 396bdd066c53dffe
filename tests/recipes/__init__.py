"""Two small games written by the recipe of CONTRIBUTING, and nowhere mentioned in the house: a team with a deck and
hidden hands, and a market. Every test that takes whatever games are found takes them too."""
