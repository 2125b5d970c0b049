"""A rolling upgrade: each process of a running installation is replaced, while games are played in it."""
