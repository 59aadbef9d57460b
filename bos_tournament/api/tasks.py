"""What the beat asks of the API: telling webhooks what happened."""

from celery import shared_task

from bos_tournament.api import webhook_payloads
from bos_tournament.tournaments.webhooks import deliveries


@shared_task(name="api.tell", ignore_result=True)
def deliver_webhooks() -> None:
    """Sends what is due. A lost or doubled message harms nothing: what waits is found in the database."""
    deliveries.send_due(webhook_payloads.payload)
