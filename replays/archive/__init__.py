"""The archive: the records of finished games in durable files, found through the catalogue."""
