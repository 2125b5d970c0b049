"""HTTP resources of games, players and tournaments: schemas, views and refusals."""
