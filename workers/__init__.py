"""Worker processes: bot turns and other jobs of the job queue, and the clock that enqueues due work."""
