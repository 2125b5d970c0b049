"""Simulation: many games of bots without a store, counted, and checked at every ply on request."""
