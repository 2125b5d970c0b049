"""Players: who they are, the keys they act with, and what they may do. A small log of their own each."""
