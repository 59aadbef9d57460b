"""Programs here that pytest runs use the real parts that tests have: databases, people who are signed in."""

from tests.conftest import django_db_modify_db_settings, in_english, signed_in

__all__ = ["django_db_modify_db_settings", "in_english", "signed_in"]
