"""A second interpreter of cards and records, written from docs/card-language.md and the rules alone.

It is slow and plain, shares nothing with the engine, and is only held against it: see `agreement`.
"""
