"""The commands `conquian tournament ...`: manifests are read, played, watched and taken home."""
