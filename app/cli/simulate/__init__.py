"""Simulation: many games of bots without any store, counted, and checked at every ply on request."""
