"""Bots: one strategy a module, each seeing the view of its seat and nothing else."""
