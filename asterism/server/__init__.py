"""The table: people, bots and programs play through one move path."""
