"""Speed of the engine, compared with others and alone. The benchmarks print and never assert."""
