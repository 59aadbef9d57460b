"""The tests: sentences about behaviour, in folders that mirror the code."""
