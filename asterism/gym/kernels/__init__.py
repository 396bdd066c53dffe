"""What is compiled for each game, in a folder of its own: an edit elsewhere in the gym then compiles nothing anew."""
