"""Who runs a tournament: roles, invitations by link, leaving."""

from uuid import UUID

from django.conf import settings
from django.shortcuts import get_object_or_404
from django.urls import reverse
from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from bos_tournament.api import asking
from bos_tournament.api.pagination import Pages, listed
from bos_tournament.tournaments import access
from bos_tournament.tournaments import staff as crew
from bos_tournament.tournaments.models import Staff


class RoleShape(serializers.Serializer):
    id = serializers.IntegerField()
    name = serializers.CharField(source="user.handle")
    role = serializers.ChoiceField(Staff.Role.choices)


class InvitationShape(serializers.Serializer):
    id = serializers.UUIDField()
    role = serializers.ChoiceField(Staff.Role.choices)
    made_by = serializers.CharField(source="made_by.handle")
    made_at = serializers.DateTimeField()


class InvitedShape(serializers.Serializer):
    """The link is told only now; it works once, within 24 hours."""

    link = serializers.CharField()


class InvitationForm(serializers.Serializer):
    role = serializers.ChoiceField(Staff.Role.choices)


class AcceptForm(serializers.Serializer):
    token = serializers.CharField(max_length=200, help_text="the last part of the link")


class StaffOfTournament(APIView):
    pagination_class = Pages

    @extend_schema(responses=RoleShape(many=True))
    def get(self, request: Request, slug: str) -> Response:
        asking.query(request, serializers.Serializer)
        found = access.staff_of(request.user, slug).staff.select_related("user")
        return listed(request, found.order_by("role", "user__handle", "pk"), RoleShape)


class OneRole(APIView):
    @extend_schema(responses={204: None})
    def delete(self, request: Request, slug: str, pk: int) -> Response:
        """Organizers take anybody's role away, everybody their own; the last organizer stays."""
        tournament = access.staff_of(request.user, slug)
        crew.remove(access.role_to_remove(request.user, tournament, pk))
        return Response(status=204)


class Invitations(APIView):
    pagination_class = Pages

    @extend_schema(responses=InvitationShape(many=True))
    def get(self, request: Request, slug: str) -> Response:
        """Invitations that can still be used, without their links."""
        asking.query(request, serializers.Serializer)
        tournament = access.staff_of(request.user, slug, access.ORGANIZER)
        return listed(
            request, crew.waiting(tournament).select_related("made_by").order_by("made_at", "pk"), InvitationShape
        )

    @extend_schema(request=InvitationForm, responses={201: InvitedShape})
    def post(self, request: Request, slug: str) -> Response:
        tournament = access.staff_to_change(request.user, slug)
        token = crew.invite(tournament, **asking.body(request, InvitationForm), by=request.user)
        link = settings.PUBLIC_URL + reverse("tournaments:invitation", args=[token])
        return Response(InvitedShape({"link": link}).data, status=201)


class OneInvitation(APIView):
    @extend_schema(responses={204: None})
    def delete(self, request: Request, slug: str, pk: UUID) -> Response:
        """Ends an invitation nobody has used."""
        tournament = access.staff_of(request.user, slug, access.ORGANIZER)
        crew.withdraw_invitation(get_object_or_404(tournament.invitations, pk=pk))
        return Response(status=204)


class Accept(APIView):
    @extend_schema(request=AcceptForm, responses={201: RoleShape})
    def post(self, request: Request) -> Response:
        """Makes whoever asks staff, by the token of an invitation, which is used up."""
        token = asking.body(request, AcceptForm)["token"]
        return Response(RoleShape(crew.accept(request.user, token)).data, status=201)
