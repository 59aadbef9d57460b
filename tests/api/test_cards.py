"""What programs read of the rules: in the language they ask for, with figures and numbers that stay."""

import pytest

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize(
    ("language", "chapter", "text"),
    [
        ("en", "Attacks", "Strength never falls below 0."),
        ("de", "Angriffe", "Stärke fällt nie unter 0."),
        ("es", "Ataques", "La fuerza nunca baja de 0."),
    ],
)
def test_a_program_reads_a_rule_in_the_language_it_asks_for(client, language, chapter, text):
    answer = client.get("/api/v1/rules/?q=7.3.9", headers={"Accept-Language": language})

    (rule,) = answer.json()["results"]
    assert (rule["number"], rule["ruling"], rule["chapter"], rule["text"]) == ("7.3.9", "G-139", chapter, text)
