"""The audit: checks of records and running games, without the service that wrote them."""
