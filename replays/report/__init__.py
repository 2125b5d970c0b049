"""Reports of audits for people, and replays step by step."""
