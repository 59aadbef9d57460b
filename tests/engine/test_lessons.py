"""Lessons: every one of ours is played by the engine, and of one that is wrong everything that is wrong is told."""

import re

import pytest

from engine.bos import game as bos
from engine.hosting import LANGUAGES, LEARNER, Given, judge_text, learner_lines, lesson, track
from engine.messages import Message

LESSONS = bos.lesson_texts()
HEAD = """
# lists: First Sparks, Open Meadow
# lesson: A title | lesson.de: Ein Titel | lesson.es: Un título
# about: What it is about. | about.de: Worum es geht. | about.es: De qué trata.
# end: Well done. | end.de: Gut gemacht. | end.es: Bien hecho.
"""
WIZARDS = """[Wizards P1 Ember Adept, Ash Caller, Flint Novice]
[Wizards P2 Dawn Herald, Meadow Warden, Orchard Hermit]"""
SAY = "say: Begin. | say.de: Beginne. | say.es: Empieza."
BEGIN = f"T1 P1 # {SAY}"


def read(text):
    return lesson(bos, text, bos.starter_decks(), bos.sample_pool(), bos.DEFAULT_EDITION)


def given(taught):
    lists = {f"P{seat}": bos.starter_decks()[name] for seat, name in enumerate(taught.lists, 1)}
    return Given(lists, bos.sample_pool(), bos.DEFAULT_EDITION)


def mistakes(*lines, head=HEAD):
    """What is wrong with a lesson of these lines: each message with its line."""
    taught = read(f"[First P1]\n{WIZARDS}{head}" + "\n".join(lines))
    return [(note.message.code, note.line) for note in taught.mistakes]


def test_there_are_six_lessons_and_the_first_game_has_eleven_steps():
    assert list(LESSONS) == ["first-game", "bids", "blocks", "bosses", "spells", "decay"]
    assert read(LESSONS["first-game"]).stops == 11


@pytest.mark.parametrize("slug", LESSONS)
def test_a_lesson_is_played_without_a_mistake(slug):
    taught = read(LESSONS[slug])

    assert [str(note) for note in taught.mistakes] == []
    assert 8 <= taught.stops <= 14


@pytest.mark.parametrize("slug", LESSONS)
def test_engine_judge_finds_the_record_of_a_lesson_legal_so_far_or_to_its_end(slug):
    finding = judge_text(bos, LESSONS[slug], given(read(LESSONS[slug])))

    assert finding["finding"] in ("legal", "unfinished"), finding


@pytest.mark.parametrize("slug", LESSONS)
def test_a_lesson_says_everything_in_every_language_and_differently_in_each(slug):
    taught = read(LESSONS[slug])
    said = [
        taught.title,
        taught.about,
        taught.end,
        *(words for step in taught.steps for words in (step.say, step.otherwise)),
    ]

    for words in filter(None, said):
        assert tuple(words) == LANGUAGES
        assert len(set(words.values())) == len(LANGUAGES), words


@pytest.mark.parametrize("slug", LESSONS)
def test_names_and_numbers_are_the_same_in_every_language(slug):
    cards = [card.name for card in bos.sample_pool().cards]
    for step in read(LESSONS[slug]).steps:
        numbers = {language: sorted(re.findall(r"\d+", words)) for language, words in step.say.items()}
        assert len({tuple(found) for found in numbers.values()}) <= 1, step.say
        named = {language: {name for name in cards if name in words} for language, words in step.say.items()}
        assert all(named.get("en", set()) <= found for found in named.values()), step.say


@pytest.mark.parametrize("slug", LESSONS)
def test_whatever_else_a_free_step_accepts_leaves_the_rest_of_the_lesson_legal(slug):
    taught = read(LESSONS[slug])
    for place, step in enumerate(taught.steps):
        here = track(bos, taught.record(place), given(taught))
        rest = [later.line for later in taught.steps[place + 1 :]]
        accepted = [
            line.written
            for line in (learner_lines(here, here.lines[-1].key) if step.is_free else ())
            if here.attempt(here.lines[-1].key, line.written, *rest).finding == "accepted"
        ]
        assert not step.is_free or len(accepted) > 1


def test_lines_before_the_first_sentence_come_before_the_lesson():
    taught = read(f"[First P1]\n{WIZARDS}{HEAD}T1 P1\nS a Lava Hound\nE # {SAY} | point: 1a\n")

    assert (taught.before, [step.line for step in taught.steps]) == (2, ["E"])
    assert taught.steps[0].points == ("1a",)
    assert taught.record(0).endswith("2. S a Lava Hound\n")


def test_comments_that_stand_alone_belong_to_the_line_before_them():
    taught = read(
        f"[First P1]\n{WIZARDS}{HEAD}T1 P1 # why: 4.2.1\n#  say: Begin.\n#  say.de: Beginne.\n#  say.es: Empieza.\n"
    )

    assert taught.mistakes == ()
    assert (taught.steps[0].why, taught.steps[0].say["de"]) == ("4.2.1", "Beginne.")


def test_words_point_at_several_cards_and_at_what_is_no_card():
    taught = read(
        f"[First P1]\n{WIZARDS}{HEAD}{BEGIN} | point: own wizards, their boss, own vim, castle, =Lava Hound, end\n"
    )

    assert taught.mistakes == ()
    assert taught.steps[0].points == ("1wa", "1wb", "1wc", "2*", "P1", "castle", "=Lava Hound", "end")


def test_a_line_of_the_learners_own_takes_the_place_of_the_one_in_the_lesson():
    taught = read(f"[First P1]\n{WIZARDS}{HEAD}{BEGIN}\nS a Lava Hound # {SAY} | free: yes\nE # {SAY}\n")

    assert "S b Cinder Imp" in taught.record(3, {1: "S b Cinder Imp"})
    assert "S b Cinder Imp" not in taught.record(1, {1: "S b Cinder Imp"})


@pytest.mark.parametrize(
    ("line", "code"),
    [
        (f"{BEGIN} | colour: red", "lesson.unknown"),
        (f"{BEGIN} | look here", "lesson.unknown"),
        (f"{BEGIN} | say.fr: Commence.", "lesson.unknown"),
        (f"{BEGIN} | why: 4.2.1 | why: 4.1.1", "lesson.twice"),
        ("T1 P1 # say: Begin. | say.de: Beginne.", "lesson.language"),
        ("T1 P1 # say: One. Two. Three! | say.de: Eins. | say.es: Uno.", "lesson.too_long"),
        (f"{BEGIN} | else: Not that.", "lesson.language"),
        (f"{BEGIN} | point: 1a, 3b", "lesson.not_there"),
        (f"{BEGIN} | point: =Root Giant", "lesson.not_there"),
        (f"{BEGIN} | point: own summons", "lesson.not_there"),
        (f"{BEGIN} | why: 99.9", "lesson.no_rule"),
        (f"{BEGIN} | auto: soon", "lesson.auto"),
        (f"{BEGIN} | auto: 99999999999", "lesson.auto"),
        (f"{BEGIN} | free: no", "lesson.free"),
        (f"{BEGIN} | auto: 900 | free: yes", "lesson.free"),
    ],
)
def test_a_mistake_in_a_comment_is_told_with_its_line(line, code):
    assert (code, 1) in mistakes(line)


def test_a_line_that_says_nothing_and_does_not_happen_by_itself_is_told():
    assert mistakes(BEGIN, "E") == [("lesson.silent", 2)]


def test_a_line_of_the_opponent_has_to_happen_by_itself():
    assert mistakes(BEGIN, f"E # {SAY}", f"T2 P2 # {SAY}") == [("lesson.not_offered", 3)]


def test_a_line_that_cannot_stand_is_told_as_the_engine_tells_it():
    assert mistakes(BEGIN, f"S a Root Giant # {SAY}")[0][1] == 2
    assert mistakes(BEGIN, f"A a P2 # {SAY}") != []


def test_all_mistakes_are_told_and_not_the_first_alone():
    found = mistakes(f"{BEGIN} | why: 99.9 | point: 3b", f"S a Lava Hound # {SAY} | auto: no", "E", f"A b P1 # {SAY}")

    assert {code for code, _line in found} >= {"lesson.no_rule", "lesson.not_there", "lesson.auto", "lesson.silent"}
    assert [line for _code, line in found] == sorted(line for _code, line in found)
    assert 4 in {line for _code, line in found}


@pytest.mark.parametrize(
    ("head", "code"),
    [
        (HEAD.replace("First Sparks, ", ""), "lesson.lists"),
        (HEAD.replace("First Sparks", "No Such Deck"), "lesson.no_list"),
        (HEAD.replace("# end", "# finish"), "lesson.language"),
        (HEAD.replace("lesson.es: Un título", "lesson.es: Uno. Dos. Tres."), "lesson.too_long"),
    ],
)
def test_what_is_wrong_with_the_lesson_as_a_whole_stands_at_line_0(head, code):
    assert (code, 0) in mistakes(BEGIN, head=head)


def test_a_lesson_that_says_nothing_is_none():
    assert ("lesson.empty", 0) in mistakes("T1 P1")


def test_what_cannot_be_read_is_the_one_mistake():
    (note,) = read("[no header\n").mistakes

    assert note.message.code.startswith("record.")


def test_every_mistake_has_a_sentence():
    assert str(Message("lesson.no_rule", text="99.9")) == "There is no rule “99.9”."
    assert LEARNER == 0
