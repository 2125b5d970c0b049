"""Schemas of requests and answers; their class names are components of the OpenAPI document."""
