"""What runs beside the API: bot turns from the job queue, and the clock that rings for them."""
