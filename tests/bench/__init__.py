"""How fast the engine is, beside others and by itself. It prints and never asserts: clocks prove nothing."""
