"""Bots that others bring: Python objects and programs, within limits."""
