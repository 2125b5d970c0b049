"""A second, tiny game with stacks, and the proof that no line of it is needed outside of this folder."""
