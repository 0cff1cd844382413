"""Other tools beside ours on the same requirements."""
