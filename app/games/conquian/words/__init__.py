"""Texts for players: fields of a sheet, their values, refusals."""
