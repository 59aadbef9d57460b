"""Webhooks of a tournament: which addresses are told what, their secrets, and the log of deliveries."""

from uuid import UUID

from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from bos_tournament.api import asking
from bos_tournament.api.pagination import Pages, listed
from bos_tournament.api.schema import Nothing
from bos_tournament.tournaments import access, webhooks
from bos_tournament.tournaments.models_webhooks import Delivery, Try, Webhook
from bos_tournament.tournaments.posting import MOST_URL

TOPICS = Webhook.Topic.choices


class WebhookShape(serializers.Serializer):
    """`off_why` is set when the site switched the address off by itself."""

    id = serializers.UUIDField()
    url = serializers.CharField()
    topics = serializers.ListField(child=serializers.ChoiceField(TOPICS))
    on = serializers.SerializerMethodField()
    off_why = serializers.ChoiceField(Webhook.Off.choices, allow_blank=True)
    failing_since = serializers.DateTimeField(allow_null=True, help_text="no try was answered well since")
    made_at = serializers.DateTimeField()
    rotated_at = serializers.DateTimeField(allow_null=True, help_text="when it got another secret")

    def get_on(self, webhook: Webhook) -> bool:
        return not webhook.is_off


class SecretShape(serializers.Serializer):
    secret = serializers.CharField(help_text="told only now")


class NewWebhookShape(WebhookShape, SecretShape):
    """With the secret that signs its deliveries."""


class TryShape(serializers.Serializer):
    """`status` of the answer and how it begins, or the `fault` for which there is none."""

    at = serializers.DateTimeField()
    status = serializers.IntegerField(allow_null=True)
    milliseconds = serializers.IntegerField()
    answer = serializers.CharField(allow_blank=True)
    fault = serializers.ChoiceField(Try.Fault.choices, allow_blank=True)


class DeliveryShape(serializers.Serializer):
    id = serializers.UUIDField()
    event = serializers.CharField()
    state = serializers.ChoiceField(Delivery.State.choices)
    made_at = serializers.DateTimeField()
    next_at = serializers.SerializerMethodField()
    tries = TryShape(many=True)

    def get_next_at(self, delivery: Delivery) -> str | None:
        waits = delivery.state == Delivery.State.WAITING
        return serializers.DateTimeField().to_representation(delivery.next_at) if waits else None


class WebhookForm(serializers.Serializer):
    url = serializers.CharField(max_length=MOST_URL, help_text="begins with https://")
    topics = serializers.ListField(
        child=serializers.ChoiceField(TOPICS), min_length=1, max_length=len(TOPICS), help_text="what it is told of"
    )


class ChangedWebhookForm(serializers.Serializer):
    """What is not sent stays as it is."""

    url = serializers.CharField(max_length=MOST_URL, required=False)
    topics = serializers.ListField(
        child=serializers.ChoiceField(TOPICS), min_length=1, max_length=len(TOPICS), required=False
    )
    on = serializers.BooleanField(required=False)


class Webhooks(APIView):
    pagination_class = Pages

    @extend_schema(responses=WebhookShape(many=True))
    def get(self, request: Request, slug: str) -> Response:
        """The addresses that are told, the oldest first. Their secrets are told to nobody."""
        asking.query(request, serializers.Serializer)
        return listed(request, access.staff_of(request.user, slug, access.ORGANIZER).webhooks.all(), WebhookShape)

    @extend_schema(request=WebhookForm, responses={201: NewWebhookShape})
    def post(self, request: Request, slug: str) -> Response:
        """One more address. Its secret is in this answer and nowhere else."""
        tournament = access.staff_of(request.user, slug, access.ORGANIZER)
        made, secret = webhooks.add(tournament, **asking.body(request, WebhookForm))
        return Response({**WebhookShape(made).data, "secret": secret}, status=201)


class OneWebhook(APIView):
    @extend_schema(responses=WebhookShape)
    def get(self, request: Request, slug: str, pk: UUID) -> Response:
        asking.query(request, serializers.Serializer)
        return Response(WebhookShape(access.webhook_of(request.user, slug, pk)).data)

    @extend_schema(request=ChangedWebhookForm, responses=WebhookShape)
    def patch(self, request: Request, slug: str, pk: UUID) -> Response:
        """Another address or other topics, or switched off and on; the secret stays."""
        webhook = access.webhook_of(request.user, slug, pk)
        said = asking.body(request, ChangedWebhookForm)
        on = said.pop("on", None)
        if said:
            webhook = webhooks.change(webhook, **{"url": webhook.url, "topics": webhook.topics, **said})
        if on is not None:
            webhook = webhooks.switch_on(webhook) if on else webhooks.switch_off(webhook)
        return Response(WebhookShape(webhook).data)

    @extend_schema(responses={204: None})
    def delete(self, request: Request, slug: str, pk: UUID) -> Response:
        """Forgets the address with its log."""
        webhooks.remove(access.webhook_of(request.user, slug, pk))
        return Response(status=204)


class NewSecret(APIView):
    @extend_schema(request=Nothing, responses={201: SecretShape})
    def post(self, request: Request, slug: str, pk: UUID) -> Response:
        """Another secret. For a day deliveries are signed with the former one too."""
        webhook = access.webhook_of(request.user, slug, pk)
        asking.nothing(request)
        return Response({"secret": webhooks.rotate(webhook)}, status=201)


class SendTest(APIView):
    @extend_schema(request=Nothing, responses={201: DeliveryShape})
    def post(self, request: Request, slug: str, pk: UUID) -> Response:
        """Sends a delivery whose event is `test`, within seconds."""
        webhook = access.webhook_of(request.user, slug, pk)
        asking.nothing(request)
        return Response(DeliveryShape(webhooks.send_test(webhook)).data, status=201)


class Deliveries(APIView):
    pagination_class = Pages

    @extend_schema(responses=DeliveryShape(many=True))
    def get(self, request: Request, slug: str, pk: UUID) -> Response:
        """The log of 30 days with each try, the latest first."""
        asking.query(request, serializers.Serializer)
        return listed(request, webhooks.log_of(access.webhook_of(request.user, slug, pk)), DeliveryShape)


class Again(APIView):
    @extend_schema(request=Nothing, responses=DeliveryShape)
    def post(self, request: Request, slug: str, pk: UUID) -> Response:
        """Sends a delivery once more, under its id and with what stands now."""
        delivery = access.delivery_of(request.user, slug, pk)
        asking.nothing(request)
        return Response(DeliveryShape(webhooks.send_again(delivery)).data)
