"""The identity of an installation, which its parts carry and its processes compare."""
