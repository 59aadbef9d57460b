"""What tests of the API share: programs that act for somebody."""

import json

import pytest
from django.test import Client

from bos_tournament.accounts.sign_in.tokens import make_token


class Program:
    """Speaks JSON with the API, by a token of somebody or without one."""

    def __init__(self, user=None, *, second_factor=False, read_only=False):
        token = make_token(user, "a program", second_factor=second_factor, read_only=read_only) if user else None
        self.headers = {"Authorization": f"Bearer {token}"} if token else {}
        self.client = Client(raise_request_exception=False)

    def send(self, method, path, body=None, **headers):
        sent = {} if body is None else {"data": json.dumps(body), "content_type": "application/json"}
        ask = getattr(self.client, method)
        return ask(
            f"/api/v1/{path}", **sent, headers={**self.headers, **{k.replace("_", "-"): v for k, v in headers.items()}}
        )

    def get(self, path, **headers):
        return self.send("get", path, **headers)

    def post(self, path, body=None, **headers):
        return self.send("post", path, {} if body is None else body, **headers)

    def patch(self, path, body):
        return self.send("patch", path, body)

    def delete(self, path):
        return self.send("delete", path)


@pytest.fixture
def program(db):
    """`program(anna)` acts for Anna, `program(judge, second_factor=True)` opens staff doors, `program()` is nobody."""
    return Program
