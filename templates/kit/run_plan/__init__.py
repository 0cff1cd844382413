"""The program of a test kit in its parts; ``commspec kit`` puts them together into one file."""
