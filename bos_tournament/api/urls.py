"""Where the API is."""

from django.http import Http404
from django.urls import include, path, re_path
from django.utils.translation import gettext as _
from drf_spectacular.utils import extend_schema
from drf_spectacular.views import SpectacularJSONAPIView
from rest_framework.permissions import AllowAny
from rest_framework.request import Request
from rest_framework.views import APIView

from bos_tournament.api import (
    cards,
    clocks,
    closed_standings,
    copying,
    deck_checks,
    decks,
    disputes,
    docs,
    entrants,
    joining,
    judging,
    matches,
    me,
    pairing,
    players,
    rounds,
    series,
    staff,
    tables,
    timing,
    tournaments,
    trail,
    undoing,
    webhooks,
)
from bos_tournament.api.doors import door
from bos_tournament.api.health import health


class Nowhere(APIView):
    """Unknown addresses are refused in the form of every refusal."""

    permission_classes = [AllowAny]

    @extend_schema(exclude=True)
    def get(self, request: Request) -> None:
        raise Http404(_("There is nothing at this address; see /api/docs/."))

    post = put = patch = delete = get


about_cards = [
    path("cards/", door(cards.Cards)),
    path("cards/<slug:slug>/", door(cards.OneCard)),
    path("rules/", door(cards.Rules)),
]
about_decks = [
    path("decks/", door(decks.Decks)),
    path("decks/check/", door(decks.DeckCheck)),
    path("decks/handed-in/", door(decks.HandedIn)),
    path("decks/<uuid:pk>/", door(decks.OneDeck)),
    path("decks/<uuid:pk>/copy/", door(decks.DeckCopy)),
    path("decks/<uuid:pk>/text/", door(decks.DeckText)),
]
about_me = [
    path("me/", door(me.Me)),
    path("me/next/", door(me.NextSteps)),
    path("me/export/", door(me.OwnData)),
    path("me/tokens/", door(me.Tokens)),
    path("me/tokens/<uuid:pk>/", door(me.OneToken)),
]

about_tournaments = [
    path("join/", door(entrants.JoinByCode)),
    path("staff/accept/", door(staff.Accept)),
    path("tournaments/", door(tournaments.Tournaments)),
    path("templates/", door(copying.Templates)),
    path("templates/<uuid:pk>/", door(copying.OneTemplate)),
    path("templates/<uuid:pk>/use/", door(copying.UseTemplate)),
    path("players/<uuid:pk>/", door(players.Player)),
]
about_series = [
    path("series/", door(series.ManySeries)),
    path("series/<slug:slug>/", door(series.OneSeries)),
    path("series/<slug:slug>/table/", door(series.SeasonTable)),
    path("series/<slug:slug>/tournaments/", door(series.SeriesTournaments)),
    path("series/<slug:slug>/tournaments/<slug:tournament>/", door(series.OneSeriesTournament)),
    path("series/<slug:slug>/organizers/", door(series.SeriesOrganizers)),
    path("series/<slug:slug>/organizers/<int:pk>/", door(series.OneSeriesOrganizer)),
]
# /api/v1/tournaments/<slug>/
of_tournament = [
    path("", door(tournaments.OneTournament)),
    path("duplicate/", door(copying.Duplicate)),
    path("open/", door(tournaments.Open)),
    path("announce/", door(tournaments.Announce)),
    path("cancel/", door(tournaments.Cancel)),
    path("start/", door(tournaments.Start)),
    path("cut/", door(tournaments.Cut)),
    path("finish/", door(tournaments.Finish)),
    path("event.json", door(tournaments.EventFile)),
    path("join/", door(entrants.Join)),
    path("withdraw/", door(entrants.Withdraw)),
    path("check-in/", door(entrants.CheckIn)),
    path("drop/", door(entrants.Drop)),
    path("drop/undo/", door(entrants.UndoDrop)),
    path("list/", door(entrants.OwnList)),
    path("staff/", door(staff.StaffOfTournament)),
    path("staff/<int:pk>/", door(staff.OneRole)),
    path("staff/invitations/", door(staff.Invitations)),
    path("staff/invitations/<uuid:pk>/", door(staff.OneInvitation)),
    path("rounds/", door(rounds.Rounds)),
    path("rounds/go-on/", door(rounds.GoOn)),
    path("rounds/<int:number>/", door(rounds.OneRound)),
    path("rounds/<int:number>/redraw/", door(rounds.Redraw)),
    path("rounds/<int:number>/exchange/", door(rounds.Exchange)),
    path("rounds/<int:number>/publish/", door(rounds.Publish)),
    path("rounds/<int:number>/unpublish/", door(rounds.Unpublish)),
    path("rounds/<int:number>/close/", door(rounds.Close)),
    path("rounds/<int:number>/time/start/", door(timing.StartTime)),
    path("rounds/<int:number>/time/pause/", door(timing.PauseTime)),
    path("rounds/<int:number>/time/go-on/", door(timing.GoOnTime)),
    path("rounds/<int:number>/time/lengthen/", door(timing.LengthenTime)),
    path("rounds/<int:number>/slips/", door(tables.Slips)),
    path("rounds/<int:number>/repair/", door(pairing.Repair)),
    path("apart/", door(pairing.PairsKeptApart)),
    path("apart/<uuid:pk>/", door(pairing.OnePairKeptApart)),
    path("rounds/<int:number>/pairings/", door(rounds.Pairings)),
    path("rounds/<int:number>/draft/", door(rounds.DraftPairings)),
    path("pairings/", door(rounds.LastPairings)),
    path("standings/", door(rounds.Standings)),
    path("standings/kept/", door(closed_standings.Kept)),
    path("standings/kept/<int:stage>/<int:number>/", door(closed_standings.OneKept)),
    path("standings/kept/<int:stage>/<int:number>/ranks/", door(closed_standings.KeptRanks)),
    path("standings/anew/", door(closed_standings.Anew)),
    path("bracket/", door(rounds.BracketMatches)),
    path("lists/", door(entrants.PublishedLists)),
    path("disputes/", door(disputes.DisputesOfTournament)),
    path("calls/", door(judging.Calls)),
    path("penalties/", door(judging.Penalties)),
    path("checks/", door(deck_checks.Checks)),
    path("checks/lots/", door(deck_checks.CheckLots)),
    path("checks/<uuid:pk>/", door(deck_checks.OneCheck)),
    path("checks/<uuid:pk>/begin/", door(deck_checks.BeginCheck)),
    path("checks/<uuid:pk>/seats/<int:number>/", door(deck_checks.FoundDeck)),
    path("checks/<uuid:pk>/finish/", door(deck_checks.FinishCheck)),
    path("checks/<uuid:pk>/call-off/", door(deck_checks.CallOffCheck)),
    path("entrants/<uuid:pk>/penalties/", door(judging.EntrantPenalties)),
    path("entrants/<uuid:pk>/penalties/proposal/", door(judging.Proposal)),
    path("trail/", door(trail.Trail)),
    path("webhooks/", door(webhooks.Webhooks)),
    path("webhooks/<uuid:pk>/", door(webhooks.OneWebhook)),
    path("webhooks/<uuid:pk>/secret/", door(webhooks.NewSecret)),
    path("webhooks/<uuid:pk>/test/", door(webhooks.SendTest)),
    path("webhooks/<uuid:pk>/deliveries/", door(webhooks.Deliveries)),
    path("webhooks/deliveries/<uuid:pk>/again/", door(webhooks.Again)),
    path("undo/", door(undoing.Undos)),
    path("undo/<slug:key>/", door(undoing.UndoOne)),
    path("guests/", door(entrants.Guests)),
    path("guests/links/", door(entrants.Links)),
    path("desk/entrants/", door(entrants.DeskEntrants)),
    path("entrants/", door(entrants.Entrants)),
    path("import/", door(joining.Import)),
    path("meeting/", door(joining.Meeting)),
    path("meeting/seat/", door(joining.SeatMeeting)),
    path("entrants/<uuid:pk>/accept/", door(joining.Accept)),
    path("entrants/<uuid:pk>/refuse/", door(joining.Refuse)),
    path("entrants/<uuid:pk>/check-in/", door(entrants.Mark)),
    path("entrants/<uuid:pk>/link/", door(entrants.Link)),
    path("entrants/<uuid:pk>/drop/", door(entrants.DropByStaff)),
    path("entrants/<uuid:pk>/return/", door(entrants.BringBack)),
    path("entrants/<uuid:pk>/remove/", door(entrants.Remove)),
    path("entrants/<uuid:pk>/disqualify/", door(entrants.Disqualify)),
    path("entrants/<uuid:pk>/fixed-table/", door(entrants.FixedTable)),
    path("entrants/<uuid:pk>/seeding/", door(entrants.Seeding)),
    path("entrants/<uuid:pk>/list/", door(entrants.ListOnRecord)),
    path("entrants/<uuid:pk>/list/amend/", door(entrants.AmendedList)),
]
# /api/v1/matches/<uuid>/
of_match = [
    path("", door(matches.OneMatch)),
    path("greet/", door(matches.Greet)),
    path("bids/", door(matches.Bids, own_key=True)),
    path("paper-bids/", door(matches.PaperBids)),
    path("name-chooser/", door(matches.NameChooser)),
    path("choose/", door(matches.Choose)),
    path("swap/", door(matches.Swaps)),
    path("reports/", door(matches.Reports, own_key=True)),
    path("agree/", door(matches.Agree)),
    path("withdraw/", door(matches.WithdrawReport)),
    path("disputes/", door(disputes.Disputes)),
    path("records/", door(disputes.MatchRecords)),
    path("calls/", door(judging.MatchCalls)),
    path("desk/result/", door(tables.Result)),
    path("desk/result/foresee/", door(tables.Foreseen)),
    path("clocks/", door(clocks.Clocks)),
    path("desk/clocks/", door(clocks.DeskClocks)),
    path("desk/clocks/set/", door(clocks.SetClocks)),
    path("desk/clocks/decide/", door(clocks.DecideByTime)),
    path("desk/extensions/", door(timing.Extensions)),
    path("desk/extensions/<int:number>/", door(timing.OneExtension)),
    path("desk/take-back/", door(tables.TakeBack)),
    path("desk/no-show/", door(tables.NoShow)),
    path("desk/void-bids/", door(tables.VoidBids)),
    path("desk/bids/", door(tables.DeskBids)),
    path("desk/games/<int:number>/", door(tables.Decide)),
    path("desk/list/", door(tables.ExpectedList)),
]
about_disputes = [
    path("verify/<uuid:match_pk>/<int:number>/", door(matches.Verify)),
    path("disputes/<uuid:pk>/", door(disputes.OneDispute)),
    path("disputes/<uuid:pk>/records/", door(disputes.Records)),
    path("disputes/<uuid:pk>/ruling/", door(disputes.Rulings)),
    path("disputes/<uuid:pk>/appeal/", door(judging.Appeals)),
    path("disputes/<uuid:pk>/appeal/uphold/", door(judging.Uphold)),
    path("calls/<uuid:pk>/withdraw/", door(judging.WithdrawCall)),
    path("calls/<uuid:pk>/take/", door(judging.TakeCall)),
    path("calls/<uuid:pk>/put-back/", door(judging.PutBackCall)),
    path("calls/<uuid:pk>/finish/", door(judging.FinishCall)),
    path("infractions/", door(judging.Infractions)),
    path("penalties/<uuid:pk>/carry-out/", door(judging.CarryOutPenalty)),
    path("penalties/<uuid:pk>/take-back/", door(judging.TakeBackPenalty)),
    path("rulings/", door(judging.Precedents)),
    path("disputes/<uuid:pk>/withdraw/", door(disputes.WithdrawDispute)),
    path("records/<uuid:pk>/", door(disputes.OneRecord)),
    path("records/<uuid:pk>/text/", door(disputes.RecordText)),
]

v1 = [
    *about_cards,
    *about_decks,
    *about_me,
    *about_tournaments,
    *about_series,
    path("tournaments/<slug:slug>/", include(of_tournament)),
    path("matches/<uuid:pk>/", include(of_match)),
    *about_disputes,
    re_path(r"[\s\S]*", door(Nowhere)),
]
app_name = "api"
urlpatterns = [
    path("api/v1/", include(v1)),
    path("api/schema/", SpectacularJSONAPIView.as_view(authentication_classes=[], throttle_classes=[]), name="schema"),
    path("api/docs/", docs.page, name="docs"),
    path("health/", health, name="health"),
]
