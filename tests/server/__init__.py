"""Tests of the processes (settings, stores, supervisor, queue, worker, clock) and of the code itself."""
