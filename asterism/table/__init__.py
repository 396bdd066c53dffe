"""What is a table and nothing else: requests in, scenes out."""
