"""Tests of the files in `deploy/` by which others run the service, with the tools that will read them."""
