"""Tests of the event store."""
