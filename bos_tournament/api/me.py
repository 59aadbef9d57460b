"""Whoever asks: profile, what waits for them, their data, their tokens."""

from typing import Any
from uuid import UUID

from django.conf import settings
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.response import Response
from rest_framework.views import APIView

from bos_tournament.accounts import access, profiles
from bos_tournament.accounts.models import User
from bos_tournament.accounts.sign_in import tokens
from bos_tournament.api.conventions import request_parsing
from bos_tournament.api.conventions.pagination import Pages, listed
from bos_tournament.api.conventions.requests import AuthenticatedRequest
from bos_tournament.privacy import export
from bos_tournament.tournaments.pages import overview


class ProfileSerializer(serializers.Serializer):
    """`second_factor` says whether this very request carries one."""

    id = serializers.UUIDField()
    handle = serializers.CharField()
    real_name = serializers.CharField()
    email = serializers.EmailField(allow_null=True)
    guest = serializers.BooleanField()
    hides_history = serializers.BooleanField()
    mails_tables = serializers.BooleanField()
    language = serializers.CharField()
    second_factor = serializers.BooleanField()


class ProfileRequestSerializer(serializers.Serializer):
    handle = serializers.CharField(max_length=30, required=False)
    real_name = serializers.CharField(max_length=80, required=False, allow_blank=True)
    hides_history = serializers.BooleanField(required=False, help_text="nobody else reads one's earlier tournaments")
    mails_tables = serializers.BooleanField(required=False, help_text="a mail tells one's table in each round")
    language = serializers.ChoiceField(
        [code for code, _ in settings.LANGUAGES],
        required=False,
        allow_blank=True,
        help_text="of pages and mails; empty leaves it to the browser. Answers to programs follow Accept-Language",
    )


class NextStepSerializer(serializers.Serializer):
    title = serializers.CharField()
    text = serializers.CharField()
    button = serializers.CharField()
    url = serializers.CharField()
    state = serializers.ChoiceField(["now", "later"])


class TokenSerializer(serializers.Serializer):
    id = serializers.UUIDField()
    name = serializers.CharField()
    second_factor = serializers.BooleanField()
    read_only: Any = serializers.BooleanField(help_text="it does no deed")
    made_at = serializers.DateTimeField()
    used_at = serializers.DateTimeField(allow_null=True)
    ends_at = serializers.DateTimeField()


class Me(APIView):
    @extend_schema(responses=ProfileSerializer)
    def get(self, request: AuthenticatedRequest) -> Response:
        request_parsing.query(request, serializers.Serializer)
        return _profile(request, access.account(request))

    @extend_schema(request=ProfileRequestSerializer, responses=ProfileSerializer)
    def patch(self, request: AuthenticatedRequest) -> Response:
        user = access.account(request)
        fields = {
            "handle": user.handle,
            "real_name": user.real_name,
            **request_parsing.body(request, ProfileRequestSerializer),
        }
        return _profile(request, profiles.rename(user, **fields))


class NextSteps(APIView):
    @extend_schema(responses=NextStepSerializer(many=True))
    def get(self, request: AuthenticatedRequest) -> Response:
        """What waits for whoever asks, most pressing first; at most a dozen."""
        request_parsing.query(request, serializers.Serializer)
        return Response(NextStepSerializer(overview.next_steps(request.user), many=True).data)


class OwnData(APIView):
    @extend_schema(responses=OpenApiTypes.OBJECT)
    def get(self, request: AuthenticatedRequest) -> Response:
        """Everything the site keeps about whoever asks, but for what would open a door."""
        request_parsing.query(request, serializers.Serializer)
        return Response(export.own_data(access.known_account(request)))


class Tokens(APIView):
    pagination_class = Pages

    @extend_schema(responses=TokenSerializer(many=True))
    def get(self, request: AuthenticatedRequest) -> Response:
        """One's own tokens, without what would let somebody use them. They are made on the account page alone."""
        request_parsing.query(request, serializers.Serializer)
        user = access.account_with_password(request)
        return listed(request, tokens.valid_tokens(user), TokenSerializer)


class OneToken(APIView):
    @extend_schema(responses={204: None})
    def delete(self, request: AuthenticatedRequest, pk: UUID) -> Response:
        """Ends a token, also the one that asks."""
        tokens.revoke(access.account(request), pk)
        return Response(status=204)


def _profile(request: AuthenticatedRequest, user: User) -> Response:
    user.second_factor = request.user.second_factor
    return Response(ProfileSerializer(user).data)
