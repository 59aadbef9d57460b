"""For migrations that make whole models at once: their triggers, which are part of a model's state, come last."""

from typing import Any

from django.db import migrations


def put_up(app: str) -> migrations.RunPython:
    """The step of a migration that puts up the triggers of every model that the app has by then."""

    def run(apps: Any, schema_editor: Any) -> None:
        for model in apps.get_app_config(app).get_models():
            for trigger in getattr(model._meta, "triggers", ()):
                schema_editor.execute(trigger.install_sql, params=None)

    return migrations.RunPython(run, migrations.RunPython.noop)
