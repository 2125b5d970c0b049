"""The catalogue: an SQL database with the searchable data of finished games."""
