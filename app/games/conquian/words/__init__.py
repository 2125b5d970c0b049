"""What the players read: fields of a sheet, their values, refusals."""
