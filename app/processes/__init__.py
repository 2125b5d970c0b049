"""Processes of one machine: their registration, programs that end with their parent, the interpreter."""
