"""A second, tiny game with stacks, and the proof that it needs no line outside of this folder."""
