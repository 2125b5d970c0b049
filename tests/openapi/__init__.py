"""Tests of the OpenAPI document with the programs that people use on it: a linter and two generators."""
