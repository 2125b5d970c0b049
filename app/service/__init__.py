"""The service below HTTP: what changes logs, reads positions, signs and enqueues jobs."""
