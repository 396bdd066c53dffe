"""Playing, hosting, solving and measuring in a terminal."""
