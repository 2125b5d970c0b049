"""Identity of an installation: stored in its parts, and compared by its processes."""
