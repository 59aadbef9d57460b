"""The schema tells the truth: whatever is sent, the answer is one that it names, and never a fault of the site."""

import json

import pytest
import schemathesis
from django.core.management import call_command
from django.core.signals import request_finished, request_started
from django.core.wsgi import get_wsgi_application
from django.db import close_old_connections, transaction
from drf_spectacular.generators import SchemaGenerator
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from schemathesis import GenerationMode
from schemathesis.checks import not_a_server_error
from schemathesis.specs.openapi.checks import (
    content_type_conformance,
    response_schema_conformance,
    status_code_conformance,
)

from bos_tournament.accounts.sign_in.tokens import make_token
from bos_tournament.cards import catalogue
from bos_tournament.judging.calls import judge_calls
from bos_tournament.judging.models import Penalty
from bos_tournament.judging.records import adjudication
from bos_tournament.tournaments.models import Staff
from bos_tournament.tournaments.webhooks import subscriptions
from engine.bos.model.card_pool import sample_pool
from tests.factories import DeckFactory, StaffFactory
from tests.judging.cases import at_a_table, record
from tests.play.practice import begun
from tests.test_access_matrix import analysis_of

pytestmark = pytest.mark.django_db
SCHEMA = json.loads(json.dumps(SchemaGenerator().get_schema(request=None, public=True), default=str))
OPERATIONS = [found.ok() for found in schemathesis.openapi.from_dict(SCHEMA).get_all_operations()]
TAGS = sorted({tag for operation in OPERATIONS for tag in operation.definition.raw["tags"]})
CHECKS = [not_a_server_error, status_code_conformance, content_type_conformance, response_schema_conformance]
EXAMPLES = 3  # for each operation, way of asking and person
REFUSALS = {"400", "401", "404", "406", "429"}


def test_the_schema_is_made_without_a_warning(tmp_path):
    call_command("spectacular", validate=True, fail_on_warn=True, file=str(tmp_path / "schema.yml"))

    assert (tmp_path / "schema.yml").stat().st_size > 100_000


def test_every_operation_names_its_refusals_in_the_one_form():
    for path, methods in SCHEMA["paths"].items():
        for method, operation in methods.items():
            faults = {status: one for status, one in operation["responses"].items() if status >= "400"}
            forms = {one["content"]["application/json"]["schema"]["$ref"] for one in faults.values()}
            assert faults.keys() >= REFUSALS, (method, path)
            assert forms == {"#/components/schemas/Fault"}, (method, path)


def test_every_body_is_closed_and_every_text_in_it_has_a_limit():
    for name, form in SCHEMA["components"]["schemas"].items():
        if not name.endswith("Request"):
            continue
        assert form["additionalProperties"] is False, name
        texts = {field: node for field, node in form.get("properties", {}).items() if is_free_text(node)}
        assert [field for field, node in texts.items() if "maxLength" not in node] == [], name


def is_free_text(node: dict) -> bool:
    return node.get("type") == "string" and not {"format", "enum"} & node.keys()


@pytest.fixture
def place():
    """A tournament in which everything is there to be asked for, with the values of each address' parameters."""
    catalogue.load(sample_pool().write(), publish=True)
    case = at_a_table()
    filed = case.dispute(text=record(case, "1. nonsense that no line says"))
    found = adjudication.find(filed.records.get().pk)
    organizer = StaffFactory(tournament=case.tournament)
    anna, entrant = case.anna.user, case.tournament.entrants.order_by("place").first()
    people = {
        "nobody": {},
        "Anna": bearer(anna, second_factor=False),
        "organizer": bearer(organizer.user, second_factor=True),
        "judge": bearer(case.judge, second_factor=True),
    }
    StaffFactory(tournament=case.tournament, role=Staff.Role.HEAD_JUDGE, user=case.judge)
    invitation = case.tournament.invitations.create(role="judge", token_digest="0" * 64, made_by=organizer.user)
    told, _ = subscriptions.add_webhook(case.tournament, url="https://chat.example/", topics=["results"])
    called = judge_calls.call_judge(case.anna)
    penalty = Penalty.objects.create(
        entrant=entrant, infraction="record", level="warning", proposed="warning", note="No totals.", by=case.judge
    )
    annas = analysis_of(anna)
    there = {
        "cards": {"slug": "pyro-maniac"},
        "decks": {"id": DeckFactory(owner=anna).pk},
        "practice": {"id": begun(anna).pk},
        "learn": {"game": "bos", "slug": "first-game"},
        "analyses": {"id": annas.pk, "line": annas.lines.get().pk},
        "me": {"id": anna.api_tokens.get().pk},
        "matches": {"id": case.match.pk, "number": 1},
        "verify": {"match_pk": case.match.pk, "number": 1},
        "disputes": {"id": filed.pk},
        "records": {"id": found.record_id},
        "calls": {"id": called.pk},
        "penalties": {"id": penalty.pk},
        "tournaments": {"slug": case.tournament.slug, "number": 1, "id": entrant.pk},
        "staff/invitations": {"slug": case.tournament.slug, "id": invitation.pk},
        "webhooks/deliveries": {"slug": case.tournament.slug, "id": subscriptions.send_test(told).pk},
        "webhooks/{id}": {"slug": case.tournament.slug, "id": told.pk},
        "staff/{id}": {"slug": case.tournament.slug, "id": organizer.pk},
    }
    return people, there


def bearer(user, *, second_factor):
    return {"Authorization": f"Bearer {make_token(user, 'a program', second_factor=second_factor)}"}


@pytest.fixture
def application():
    """The site as a server sees it, but that it keeps the test's own connection to the database."""
    for signal in (request_started, request_finished):
        signal.disconnect(close_old_connections)
    yield get_wsgi_application()
    for signal in (request_started, request_finished):
        signal.connect(close_old_connections)


@pytest.mark.slow
@pytest.mark.parametrize("mode", GenerationMode)
@pytest.mark.parametrize("tag", TAGS)
def test_no_request_is_answered_by_a_fault_or_by_what_the_schema_does_not_name(application, tag, mode, place):
    people, there = place

    for operation in OPERATIONS:
        if tag in operation.definition.raw["tags"]:
            ask(application, operation, mode, people, known(operation, tag, there))


def known(operation, tag, there):
    """The values with which an operation's address leads to something."""
    special = [values for part, values in there.items() if part in operation.path and "/" in part]
    values = special[0] if special else there.get(tag, {})
    named = {parameter.name for parameter in operation.path_parameters}
    return {name: str(value) for name, value in values.items() if name in named}


def ask(application, operation, mode, people, values):
    if mode.is_negative and not (operation.body or operation.query or operation.headers):
        return  # an address alone cannot be asked wrongly
    cases = operation.as_strategy(generation_mode=mode)

    @settings(
        max_examples=EXAMPLES * len(people),
        database=None,
        deadline=None,
        derandomize=True,
        suppress_health_check=list(HealthCheck),
    )
    @given(case=cases, person=st.sampled_from(sorted(people)), is_there=st.sampled_from([True, True, True, False]))
    def send(case, person, is_there):
        if is_there and values:
            case.path_parameters = {**(case.path_parameters or {}), **values}
        with transaction.atomic():
            response = case.call(app=application, headers={**people[person], "Accept-Encoding": "identity"})
            transaction.set_rollback(True)
        case.validate_response(response, checks=CHECKS)

    send()
