"""What browsers are told about safety, by every kind of answer of a real web server."""

import http.client

import pytest

from bos_tournament.operations.serving.request_limits import MOST
from tests.matches.playing import Step, match_at
from tests.polling import PATIENCE

ALWAYS = {
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Referrer-Policy": "same-origin",
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
}


@pytest.fixture
def ask():
    """`ask(port, method, path)` gives the answer's head; nothing of a stream is waited for."""
    lines = []

    def asked(port, method, path, **headers):
        line = http.client.HTTPConnection("127.0.0.1", port, timeout=PATIENCE)
        lines.append(line)
        line.request(method, path, headers={"Host": "bos.example", **headers})
        return line.getresponse()

    yield asked
    for line in lines:
        line.close()


def test_every_kind_of_answer_has_all_headers_of_safety(serve, ask, tmp_path):
    (tmp_path / "home" / "static").mkdir(parents=True)
    (tmp_path / "home" / "static" / "site.css").write_text("a { color: red }")
    port = serve(BOS_HOME=str(tmp_path / "home"), PUBLIC_URL="https://bos.example")
    match = match_at(Step.BOSSES)
    kinds = [
        (200, "GET", f"/matches/{match.pk}/", {}),
        (200, "HEAD", "/", {}),
        (200, "GET", "/health/", {}),
        (200, "GET", "/static/site.css", {}),
        (200, "GET", "/api/v1/cards/", {}),
        (200, "GET", f"/live/?on=match:{match.pk}", {}),
        (302, "GET", "/account/", {}),
        (400, "GET", "/live/?on=everything", {}),
        (400, "GET", f"/live/?on=match:{match.pk}", {"Host": "elsewhere.example"}),
        (400, "GET", "/", {"Host": "elsewhere.example"}),
        (403, "POST", "/accounts/login/", {"Content-Length": "0"}),
        (404, "GET", "/nothing/here/", {}),
        (404, "GET", "/static/nothing.css", {}),
        (404, "GET", "/api/v1/nothing/", {}),
        (413, "POST", "/", {"Content-Length": str(MOST + 1)}),
        (431, "GET", "/", {"X-More": "x" * 65_536}),
    ]

    for status, method, path, more in kinds:
        answer = ask(port, method, path, **{"X-Forwarded-Proto": "https", **more})
        told = {name: answer.headers.get_all(name) for name in ALWAYS}

        assert (path, answer.status) == (path, status)
        assert (path, told) == (path, {name: [value] for name, value in ALWAYS.items()})
        assert "frame-ancestors 'none'" in answer.headers["Content-Security-Policy"]
        assert "camera=()" in answer.headers["Permissions-Policy"]
        assert answer.headers["Strict-Transport-Security"].startswith("max-age=31536000")
