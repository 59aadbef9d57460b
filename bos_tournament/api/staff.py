"""Who runs a tournament: roles, invitations by link, leaving."""

from uuid import UUID

from django.conf import settings
from django.shortcuts import get_object_or_404
from django.urls import reverse
from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.response import Response
from rest_framework.views import APIView

from bos_tournament.api.conventions import request_parsing
from bos_tournament.api.conventions.pagination import Pages, listed
from bos_tournament.api.conventions.requests import AuthenticatedRequest
from bos_tournament.tournaments.access import tournament_access
from bos_tournament.tournaments.models import Staff
from bos_tournament.tournaments.staff import staff_roles as crew


class StaffMemberSerializer(serializers.Serializer):
    id = serializers.IntegerField()
    name = serializers.CharField(source="user.handle")
    role = serializers.ChoiceField(Staff.Role.choices)


class StaffInvitationSerializer(serializers.Serializer):
    id = serializers.UUIDField()
    role = serializers.ChoiceField(Staff.Role.choices)
    made_by = serializers.CharField(source="made_by.handle")
    made_at = serializers.DateTimeField()


class StaffInvitationLinkSerializer(serializers.Serializer):
    """The link is told only now; it works once, within 24 hours."""

    link = serializers.CharField()


class StaffInvitationRequestSerializer(serializers.Serializer):
    role = serializers.ChoiceField(Staff.Role.choices)


class AcceptInvitationRequestSerializer(serializers.Serializer):
    token = serializers.CharField(max_length=200, help_text="the last part of the link")


class StaffOfTournament(APIView):
    pagination_class = Pages

    @extend_schema(responses=StaffMemberSerializer(many=True))
    def get(self, request: AuthenticatedRequest, slug: str) -> Response:
        request_parsing.query(request, serializers.Serializer)
        staff = tournament_access.staff_of(request.user, slug).staff.select_related("user")
        return listed(request, staff.order_by("role", "user__handle", "pk"), StaffMemberSerializer)


class OneRole(APIView):
    @extend_schema(responses={204: None})
    def delete(self, request: AuthenticatedRequest, slug: str, pk: int) -> Response:
        """Organizers take anybody's role away, everybody their own; the last organizer stays."""
        tournament = tournament_access.staff_of(request.user, slug)
        crew.remove_staff(tournament_access.role_to_remove(request.user, tournament, pk))
        return Response(status=204)


class Invitations(APIView):
    pagination_class = Pages

    @extend_schema(responses=StaffInvitationSerializer(many=True))
    def get(self, request: AuthenticatedRequest, slug: str) -> Response:
        """Invitations that can still be used, without their links."""
        request_parsing.query(request, serializers.Serializer)
        tournament = tournament_access.staff_of(request.user, slug, tournament_access.ORGANIZER)
        return listed(
            request,
            crew.open_invitations(tournament).select_related("made_by").order_by("made_at", "pk"),
            StaffInvitationSerializer,
        )

    @extend_schema(request=StaffInvitationRequestSerializer, responses={201: StaffInvitationLinkSerializer})
    def post(self, request: AuthenticatedRequest, slug: str) -> Response:
        tournament = tournament_access.staff_to_change(request.user, slug)
        token = crew.invite(
            tournament, **request_parsing.body(request, StaffInvitationRequestSerializer), by=request.user
        )
        link = settings.PUBLIC_URL + reverse("tournaments:staff_invitation", args=[token])
        return Response(StaffInvitationLinkSerializer({"link": link}).data, status=201)


class OneInvitation(APIView):
    @extend_schema(responses={204: None})
    def delete(self, request: AuthenticatedRequest, slug: str, pk: UUID) -> Response:
        """Ends an invitation nobody has used."""
        tournament = tournament_access.staff_of(request.user, slug, tournament_access.ORGANIZER)
        crew.withdraw_invitation(get_object_or_404(tournament.invitations, pk=pk))
        return Response(status=204)


class Accept(APIView):
    @extend_schema(request=AcceptInvitationRequestSerializer, responses={201: StaffMemberSerializer})
    def post(self, request: AuthenticatedRequest) -> Response:
        """Makes whoever asks staff, by the token of an invitation, which is used up."""
        token = request_parsing.body(request, AcceptInvitationRequestSerializer)["token"]
        return Response(StaffMemberSerializer(crew.accept_invitation(request.user, token)).data, status=201)
