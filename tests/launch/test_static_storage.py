"""Pages and files are sent packed: few bytes for a slow line, and a tag that still holds."""

import gzip

import pytest
from django.urls import reverse

from bos_tournament.launch.static_storage import PackedStaticFilesStorage
from tests.matches.playing import Step, match_at

TEXT = "main { color: inherit; }\n" * 40


def test_the_sites_own_files_and_htmx_are_packed_and_large_ones_of_few_readers_are_not(tmp_path):
    for name in ("base.1f.css", "django_htmx/htmx-2.min.2e.js", "drf_spectacular_sidecar/swagger.3d.js"):
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_text(TEXT)
    storage = PackedStaticFilesStorage(location=tmp_path)

    made = {packed for _, packed in storage.compress_files(["base.1f.css", "drf_spectacular_sidecar/swagger.3d.js"])}
    made |= {packed for _, packed in storage.compress_files(["django_htmx/htmx-2.min.2e.js"])}

    assert made == {f"{name}.{way}" for name in ("base.1f.css", "django_htmx/htmx-2.min.2e.js") for way in ("gz", "br")}
    assert gzip.decompress((tmp_path / "base.1f.css.gz").read_bytes()).decode() == TEXT


@pytest.mark.django_db
def test_a_page_is_packed_for_whoever_takes_it(client):
    plain = client.get("/rules/")
    packed = client.get("/rules/", headers={"Accept-Encoding": "gzip"})

    assert packed["Content-Encoding"] == "gzip"
    assert "Accept-Encoding" in packed["Vary"]
    assert len(packed.content) < len(plain.content) / 3
    assert gzip.decompress(packed.content) == plain.content


@pytest.mark.django_db
def test_a_match_that_did_not_change_is_not_sent_again_by_the_tag_of_a_packed_part(client):
    match = match_at(Step.PLAYING)
    live = reverse("matches:live", args=[match.pk])
    packed = client.get(live, headers={"Accept-Encoding": "gzip"})

    again = client.get(live, headers={"If-None-Match": packed["ETag"]})

    assert packed["ETag"].startswith("W/")
    assert again.status_code == 304
