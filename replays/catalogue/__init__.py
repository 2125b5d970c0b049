"""The catalogue: what is known of every finished game without opening its record, in a SQL database."""
