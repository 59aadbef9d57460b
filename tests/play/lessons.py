"""Walking through a lesson in tests, as a learner does: by what the page offers."""

from bos_tournament.play.lessons import lesson_list

FIRST = "/learn/bos/first-game/"


def steps(slug="first-game"):
    return lesson_list.course("bos", slug).lesson.steps


def step(client, line, after, *, where=FIRST, deed="lines/", htmx=True):
    """One deed on the page of a lesson."""
    headers = {"HX-Request": "true"} if htmx else {}
    return client.post(f"{where}{deed}", {"line": line, "after": after}, headers=headers)


def walked(client, slug="first-game", upto=None):
    """The page after so many lines of a lesson, by default all."""
    page = client.get(f"/learn/bos/{slug}/")
    for after, one in enumerate(steps(slug)[:upto]):
        page = step(client, one.line, after, where=f"/learn/bos/{slug}/")
        assert page.status_code == 200, page.content.decode()
    return page
