"""Brings a database of the version before over to what this one expects: one step, before any migration runs.

step         the step itself, and which databases it is for
tables       what became of tables, columns, constraints and triggers
rows         English sentences that tables kept, rewritten to codes with arguments where they lie
recognition  which message an English sentence is, by its pattern
site.toml    the sentences as the site and the pairing package said them then; they stay as they are
engine.toml  those of the engine, likewise
"""
