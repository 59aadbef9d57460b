"""The audit trail: who changed what, written by the database itself."""
