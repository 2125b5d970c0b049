"""Processes of an installation on one machine: the service, its stores and its workers."""
