"""Figures of speed: `python -m benchmarks` prints each beside what it must reach. No test times itself."""
