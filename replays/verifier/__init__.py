"""The second verifier, in JavaScript, and the page around it; the audit in Python uses nothing of it."""
