"""Webhooks of a tournament: which addresses are told what, their secrets, and the log of deliveries."""

from uuid import UUID

from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.response import Response
from rest_framework.views import APIView

from bos_tournament.api.conventions import request_parsing
from bos_tournament.api.conventions.pagination import Pages, listed
from bos_tournament.api.conventions.requests import AuthenticatedRequest
from bos_tournament.api.conventions.schema import EmptySerializer
from bos_tournament.tournaments.access import tournament_access
from bos_tournament.tournaments.models.webhooks import Delivery, Try, Webhook
from bos_tournament.tournaments.webhooks import subscriptions
from bos_tournament.tournaments.webhooks.outbound_http import MOST_URL

TOPICS = Webhook.Topic.choices


class WebhookSerializer(serializers.Serializer):
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


class WebhookSecretSerializer(serializers.Serializer):
    secret = serializers.CharField(help_text="told only now")


class NewWebhookSerializer(WebhookSerializer, WebhookSecretSerializer):
    """With the secret that signs its deliveries."""


class DeliveryAttemptSerializer(serializers.Serializer):
    """`status` of the answer and how it begins, or the `fault` for which there is none."""

    at = serializers.DateTimeField()
    status = serializers.IntegerField(allow_null=True)
    milliseconds = serializers.IntegerField()
    answer = serializers.CharField(allow_blank=True)
    fault = serializers.ChoiceField(Try.Fault.choices, allow_blank=True)


class WebhookDeliverySerializer(serializers.Serializer):
    id = serializers.UUIDField()
    event = serializers.CharField()
    state = serializers.ChoiceField(Delivery.State.choices)
    made_at = serializers.DateTimeField()
    next_at = serializers.SerializerMethodField()
    tries = DeliveryAttemptSerializer(many=True)

    def get_next_at(self, delivery: Delivery) -> str | None:
        waits = delivery.state == Delivery.State.WAITING
        return serializers.DateTimeField().to_representation(delivery.next_at) if waits else None


class WebhookRequestSerializer(serializers.Serializer):
    url = serializers.CharField(max_length=MOST_URL, help_text="begins with https://")
    topics = serializers.ListField(
        child=serializers.ChoiceField(TOPICS), min_length=1, max_length=len(TOPICS), help_text="what it is told of"
    )


class WebhookUpdateRequestSerializer(serializers.Serializer):
    """What is not sent stays as it is."""

    url = serializers.CharField(max_length=MOST_URL, required=False)
    topics = serializers.ListField(
        child=serializers.ChoiceField(TOPICS), min_length=1, max_length=len(TOPICS), required=False
    )
    on = serializers.BooleanField(required=False)


class Webhooks(APIView):
    pagination_class = Pages

    @extend_schema(responses=WebhookSerializer(many=True))
    def get(self, request: AuthenticatedRequest, slug: str) -> Response:
        """The addresses that are told, the oldest first. Their secrets are told to nobody."""
        request_parsing.query(request, serializers.Serializer)
        return listed(
            request,
            tournament_access.staff_of(request.user, slug, tournament_access.ORGANIZER).webhooks.all(),
            WebhookSerializer,
        )

    @extend_schema(request=WebhookRequestSerializer, responses={201: NewWebhookSerializer})
    def post(self, request: AuthenticatedRequest, slug: str) -> Response:
        """One more address. Its secret is in this answer and nowhere else."""
        tournament = tournament_access.staff_of(request.user, slug, tournament_access.ORGANIZER)
        webhook, secret = subscriptions.add_webhook(
            tournament, **request_parsing.body(request, WebhookRequestSerializer)
        )
        return Response({**WebhookSerializer(webhook).data, "secret": secret}, status=201)


class OneWebhook(APIView):
    @extend_schema(responses=WebhookSerializer)
    def get(self, request: AuthenticatedRequest, slug: str, pk: UUID) -> Response:
        request_parsing.query(request, serializers.Serializer)
        return Response(WebhookSerializer(tournament_access.webhook_of(request.user, slug, pk)).data)

    @extend_schema(request=WebhookUpdateRequestSerializer, responses=WebhookSerializer)
    def patch(self, request: AuthenticatedRequest, slug: str, pk: UUID) -> Response:
        """Another address or other topics, or switched off and on; the secret stays."""
        webhook = tournament_access.webhook_of(request.user, slug, pk)
        fields = request_parsing.body(request, WebhookUpdateRequestSerializer)
        on = fields.pop("on", None)
        if fields:
            webhook = subscriptions.change(webhook, **{"url": webhook.url, "topics": webhook.topics, **fields})
        if on is not None:
            webhook = subscriptions.switch_on(webhook) if on else subscriptions.switch_off(webhook)
        return Response(WebhookSerializer(webhook).data)

    @extend_schema(responses={204: None})
    def delete(self, request: AuthenticatedRequest, slug: str, pk: UUID) -> Response:
        """Forgets the address with its log."""
        subscriptions.remove_webhook(tournament_access.webhook_of(request.user, slug, pk))
        return Response(status=204)


class RotateSecret(APIView):
    @extend_schema(request=EmptySerializer, responses={201: WebhookSecretSerializer})
    def post(self, request: AuthenticatedRequest, slug: str, pk: UUID) -> Response:
        """Another secret. For a day deliveries are signed with the former one too."""
        webhook = tournament_access.webhook_of(request.user, slug, pk)
        request_parsing.nothing(request)
        return Response({"secret": subscriptions.rotate(webhook)}, status=201)


class SendTest(APIView):
    @extend_schema(request=EmptySerializer, responses={201: WebhookDeliverySerializer})
    def post(self, request: AuthenticatedRequest, slug: str, pk: UUID) -> Response:
        """Sends a delivery whose event is `test`, within seconds."""
        webhook = tournament_access.webhook_of(request.user, slug, pk)
        request_parsing.nothing(request)
        return Response(WebhookDeliverySerializer(subscriptions.send_test(webhook)).data, status=201)


class Deliveries(APIView):
    pagination_class = Pages

    @extend_schema(responses=WebhookDeliverySerializer(many=True))
    def get(self, request: AuthenticatedRequest, slug: str, pk: UUID) -> Response:
        """The log of 30 days with each try, the latest first."""
        request_parsing.query(request, serializers.Serializer)
        return listed(
            request,
            subscriptions.log_of(tournament_access.webhook_of(request.user, slug, pk)),
            WebhookDeliverySerializer,
        )


class SendAgain(APIView):
    @extend_schema(request=EmptySerializer, responses=WebhookDeliverySerializer)
    def post(self, request: AuthenticatedRequest, slug: str, pk: UUID) -> Response:
        """Sends a delivery once more, under its id and with what stands now."""
        delivery = tournament_access.delivery_of(request.user, slug, pk)
        request_parsing.nothing(request)
        return Response(WebhookDeliverySerializer(subscriptions.send_again(delivery)).data)
