"""Of each session key only its digest is kept. Who is signed in stays so: the digest is made of the key there was."""

from django.db import migrations, models

KEYS_BECOME_DIGESTS = """
UPDATE accounts_session SET session_key = encode(sha256(convert_to(session_key, 'UTF8')), 'hex')
WHERE length(session_key) < 64
"""


class Migration(migrations.Migration):
    dependencies = [("accounts", "0007_former_names")]

    operations = [
        migrations.AlterField(
            model_name="session",
            name="session_key",
            field=models.CharField(
                help_text="The digest of what the browser sends.", max_length=64, primary_key=True, serialize=False
            ),
        ),
        # Back again, a digest is no key: everybody signs in once more.
        migrations.RunSQL(KEYS_BECOME_DIGESTS, "DELETE FROM accounts_session"),
    ]
