"""A store of several servers on loopback: `make cluster-test` runs these tests, `make test` does not."""
