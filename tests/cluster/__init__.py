"""A store of several servers on loopback: `make cluster-test` runs these tests, `make check` does not."""
