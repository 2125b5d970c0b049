"""Clients of the API, which the service serves: one for Python, generated, and one for JavaScript."""
