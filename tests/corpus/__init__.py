"""Records of every stored format, kept for ever: each is replayed and audited on every run of the tests."""
