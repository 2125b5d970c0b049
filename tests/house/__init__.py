"""Tests of the house around the service: settings, store server, supervisor, queue, worker, clock."""
