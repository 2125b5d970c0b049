"""What the players read, in Spanish, English and French: fields of a sheet, their values, refusals."""
