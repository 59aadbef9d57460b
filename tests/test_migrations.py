"""A new database is made at once, an older one is brought up step by step: both end as the same."""

from django.db.migrations.autodetector import MigrationAutodetector
from django.db.migrations.loader import MigrationLoader

NAMED = ("constraints", "indexes", "triggers")


def described(state):
    """What the state says of each model, whatever the order in which it came to be so."""
    plain = MigrationAutodetector(state, state).deep_deconstruct
    return {
        key: {
            **model.options,
            "bases": model.bases,
            "fields": {name: plain(field) for name, field in model.fields.items()},
            **{kind: {one.name: one for one in model.options.get(kind, ())} for kind in NAMED},
        }
        for key, model in state.models.items()
    }


def test_a_database_made_at_once_is_the_one_that_was_brought_up_step_by_step():
    at_once = described(MigrationLoader(None).project_state())
    loader = MigrationLoader(None, replace_migrations=False)
    last = [key for key in loader.graph.leaf_nodes() if not loader.disk_migrations[key].replaces]
    step_by_step = described(loader.project_state(last))

    assert at_once.keys() == step_by_step.keys()
    assert [key for key in at_once if at_once[key] != step_by_step[key]] == []
    assert sum(len(model["triggers"]) for model in at_once.values()) > 100
