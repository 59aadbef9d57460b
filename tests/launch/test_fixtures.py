"""The fixtures that other tests stand on are real: the worker works elsewhere, the browser sees what is wrong."""

import os

import pytest

from tests.polling import wait_until


@pytest.mark.slow
def test_a_worker_answers_from_a_process_of_its_own_and_comes_back_after_a_kill(worker):
    first = worker.pid
    assert worker.is_running
    assert first != os.getpid()

    worker.kill()
    assert not worker.is_running
    worker.start()

    assert worker.pid != first
    wait_until(worker.answers)


def test_axe_finds_a_picture_without_words(page_phone, axe):
    page_phone.set_content("<html lang=en><title>T</title><main><h1>T</h1><img src='data:,'></main></html>")

    assert [line.split(":")[0] for line in axe(page_phone)] == ["image-alt"]
