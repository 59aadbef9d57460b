"""What tests of judging share: programs that act for somebody, as the API knows them."""

from tests.api.conftest import program

__all__ = ["program"]
