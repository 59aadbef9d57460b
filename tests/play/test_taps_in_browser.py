"""Every lawful line of random positions can be reached by taps on a board in a real browser, and nothing else.

`TAPPED=300` looks at so many positions instead of a sample.
"""

import os

import pytest
from playwright.sync_api import expect

from bos_tournament.cards import catalogue
from engine.bos.board.next_lines import next_lines
from engine.bos.model.card_pool import sample_pool
from tests.engine.bos.random_players import game, luck, tables, up_to_a_line

pytestmark = pytest.mark.django_db(transaction=True)
POSITIONS = int(os.environ.get("TAPPED", "40"))
LONGEST = 150
# Puts the lines of a position on the page, taps each along its path, and says what did not come of it.
WALK = """
(positions) => {
  const sent = [];
  document.addEventListener("submit", (event) => {
    event.preventDefault();
    event.stopImmediatePropagation();
    sent.push(event.submitter.value);
  }, { capture: true });
  const viewer = document.querySelector("[data-viewer]");
  const lit = () => [...viewer.querySelectorAll(".lit, [data-taps] [data-at]")];
  const shown = () => [...viewer.querySelectorAll("[data-path]")].filter((line) => !line.parentElement.hidden);
  const letGo = () => document.dispatchEvent(new KeyboardEvent("keydown", { key: "Escape" }));
  const tap = (token) => {
    const place = [...lit(), ...viewer.querySelectorAll(".picked")].find((one) => one.dataset.at === token);
    place?.click();
    return Boolean(place);
  };
  const wrong = [];
  let [tapped, chosen] = [0, 0];
  for (const [number, lines] of positions.entries()) {
    const dock = viewer.querySelector("[data-board-lines]");
    const fresh = dock.cloneNode(true);
    fresh.querySelector("ul.choices").replaceChildren(...lines.map(([written, path]) => {
      const [row, button] = [document.createElement("li"), document.createElement("button")];
      Object.assign(button, { name: "line", value: written });
      button.dataset.path = path.join("|");
      row.append(button);
      return row;
    }));
    dock.replaceWith(fresh);
    document.dispatchEvent(new Event("htmx:afterSettle"));
    for (const [written, path] of lines) {
      letGo();
      sent.length = 0;
      const missing = path.filter((token, at) => !path.slice(0, at).includes(token) && !sent.length && !tap(token));
      if (path.length === 1 && shown().length === 1) tap(path[0]);
      const listed = shown().some((line) => line.value === written);
      if (missing.length) wrong.push([number, written, `not lit: ${missing}`]);
      else if (sent.length ? sent.some((line) => line !== written) : !listed) wrong.push([number, written, `${sent}`]);
      sent.length ? tapped++ : chosen++;
    }
    letGo();
    for (const token of lit().map((place) => place.dataset.at)) {
      letGo();
      sent.length = 0;
      tap(token);
      if (!sent.length && !shown().length) wrong.push([number, token, "leads nowhere"]);
    }
  }
  return { wrong, tapped, chosen };
}
"""


def lines_of(number):
    """What may be tapped in a random position: each line with its path."""
    numbers = luck(f"taps/{number}")
    steps = up_to_a_line(game(tables()[number % len(tables())].start(), numbers[: 1 + numbers[-1] % LONGEST]))
    if not steps or steps[-1][2].state.outcome:
        return []
    return [(line.written, list(line.path)) for line in next_lines(steps[-1][2].state).lines if line.path]


def test_every_line_is_reached_by_taps_or_chosen_among_those_that_are_tapped_alike(page_phone):
    catalogue.load(sample_pool().write(), publish=True)
    page_phone.goto("/play/")
    page_phone.get_by_role("button", name="Start game").click()
    expect(page_phone.get_by_text("Your move.")).to_be_visible()
    positions = [lines for number in range(POSITIONS) if (lines := lines_of(number))]

    found = page_phone.evaluate(WALK, positions)

    assert found["wrong"] == []
    assert found["tapped"] + found["chosen"] == sum(map(len, positions))
    assert found["tapped"] > found["chosen"]
