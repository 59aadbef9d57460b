"""The form in which matches are told: field by field, so that nothing is told by accident."""

from typing import Any

from rest_framework import serializers

from bos_tournament.matches.models import BidAttempt, Game, Match, Reason

SEAT: dict[str, Any] = {"allow_null": True, "help_text": "a seat's number"}


class MatchStepSerializer(serializers.Serializer):
    label: Any = serializers.CharField()
    state = serializers.ChoiceField(["done", "now", "todo"])


class SeatSerializer(serializers.Serializer):
    number = serializers.IntegerField()
    name = serializers.CharField()
    you = serializers.BooleanField()
    games_won = serializers.IntegerField()
    boss = serializers.CharField()
    color = serializers.CharField()


class OpenedBidSerializer(serializers.Serializer):
    seat = serializers.IntegerField()
    name = serializers.CharField()
    amount = serializers.IntegerField()
    new_phone = serializers.BooleanField(
        required=False, help_text="sealed on a guest's phone that came in the middle of the tournament"
    )


class BidAttemptSerializer(serializers.Serializer):
    """An attempt at bids. While it is `waiting`, nobody learns whether or whose bids are in."""

    number = serializers.IntegerField()
    state = serializers.ChoiceField(["waiting", *(s.value for s in BidAttempt.State if s not in BidAttempt.LIVE)])
    why = serializers.CharField()
    on_paper = serializers.BooleanField()
    bids = OpenedBidSerializer(many=True)
    verify = serializers.CharField()


class GameSerializer(serializers.Serializer):
    number = serializers.IntegerField()
    outcome = serializers.ChoiceField(["open", *(member.value for member in Game.Outcome if member.value)])
    said = serializers.CharField()
    winner = serializers.IntegerField(**SEAT)
    reason = serializers.ChoiceField(Reason.choices, allow_blank=True)
    chooser = serializers.IntegerField(**SEAT)
    first = serializers.IntegerField(**SEAT)
    first_name = serializers.CharField()
    ether = serializers.DictField(child=serializers.IntegerField(), help_text="by seat")
    bids_on_paper = serializers.BooleanField(help_text="of this game, by the tournament or since a new phone came")
    verified = serializers.BooleanField(help_text="do both players' records tell one lawful game with this result?")
    recorded = serializers.BooleanField(help_text="was it recorded on the board? Then `games/<number>/replay/` has it")
    live = serializers.BooleanField(help_text="on at a featured table: `games/<number>/replay/` follows it, delayed")
    attempts = BidAttemptSerializer(many=True)


class ResultSerializer(serializers.Serializer):
    winner = serializers.IntegerField(**SEAT)
    reason = serializers.ChoiceField(Reason.choices)
    said = serializers.CharField()
    by_the_desk = serializers.BooleanField()
    verified = serializers.BooleanField(help_text="is every game that counts verified?")


class CorrectionSerializer(serializers.Serializer):
    why = serializers.CharField()
    changes = serializers.ListField(child=serializers.CharField())


class BidReceiptSerializer(serializers.Serializer):
    """Proof of a sealed bid, without its amount: keep it, and check it at `verify` once bids are opened."""

    commitment = serializers.CharField()
    match = serializers.UUIDField()
    attempt = serializers.IntegerField()
    seat = serializers.UUIDField()
    level = serializers.CharField()
    key_id = serializers.CharField()


class GameReportSerializer(serializers.Serializer):
    id = serializers.UUIDField()
    winner = serializers.IntegerField(**SEAT)
    reason = serializers.ChoiceField(Reason.choices)
    said = serializers.CharField()


class OwnJudgeCallSerializer(serializers.Serializer):
    """The open call for a judge at this table."""

    id = serializers.UUIDField()
    state = serializers.CharField(help_text="waiting or coming")
    reason = serializers.CharField()
    mine = serializers.BooleanField(help_text="did this seat call?")
    made_at = serializers.DateTimeField()
    taken_by = serializers.CharField(allow_null=True)


class OwnDeckCheckSerializer(serializers.Serializer):
    """The deck check that is on at this table."""

    begun_at = serializers.DateTimeField()
    by = serializers.CharField()


class OwnPenaltySerializer(serializers.Serializer):
    """A penalty that you were given in this match, or that waits for you; your opponent does not see it."""

    level = serializers.CharField()
    said = serializers.CharField()
    rule = serializers.CharField(allow_blank=True)
    note = serializers.CharField()
    waits = serializers.BooleanField(help_text="it takes effect once staff carry it out")


class SwapSerializer(serializers.Serializer):
    game = serializers.IntegerField()
    out = serializers.ListField(child=serializers.CharField())
    into = serializers.ListField(child=serializers.CharField())


class MatchExtensionSerializer(serializers.Serializer):
    minutes = serializers.IntegerField()
    why = serializers.CharField()


class MatchTimeSerializer(serializers.Serializer):
    """The round's time at this table: `until` while it runs, `left` while it is paused, neither before its start."""

    until = serializers.DateTimeField(allow_null=True)
    left = serializers.IntegerField(allow_null=True, help_text="seconds; below 0: the time was up")
    extensions = MatchExtensionSerializer(many=True)


class ClockFaceSerializer(serializers.Serializer):
    seat = serializers.IntegerField()
    name = serializers.CharField()
    left = serializers.IntegerField(help_text="milliseconds, at the moment `at`")
    face = serializers.CharField()
    runs = serializers.BooleanField()


class ClockExpirySerializer(serializers.Serializer):
    seat = serializers.IntegerField()
    name = serializers.CharField()
    at = serializers.DateTimeField()


class ClockPermissionsSerializer(serializers.Serializer):
    number = serializers.IntegerField()
    may_begin = serializers.BooleanField()
    may_tap = serializers.BooleanField()
    may_go_on = serializers.BooleanField()


class ClocksSerializer(serializers.Serializer):
    """The players' clocks as they stood at the moment `at`; while they run, what has passed since is counted by who
    looks, the free time of the turn first. `mark` is what a tap names as `after`."""

    minutes = serializers.IntegerField()
    delay = serializers.IntegerField(help_text="seconds")
    per_game = serializers.BooleanField()
    mark = serializers.IntegerField()
    state = serializers.ChoiceField(["to_begin", "running", "paused", "stopped"])
    turn = serializers.IntegerField(**SEAT)
    turn_name = serializers.CharField()
    at = serializers.DateTimeField(allow_null=True)
    free = serializers.IntegerField(help_text="milliseconds of this turn that still cost nothing")
    faces = ClockFaceSerializer(many=True)
    out = ClockExpirySerializer(
        allow_null=True, help_text="whose time ran out first, as far as somebody touched the clocks since"
    )
    said = serializers.CharField()
    you = ClockPermissionsSerializer(allow_null=True)


class NewPhoneSerializer(serializers.Serializer):
    """A guest's new phone that waits for the opponent's word, or from `until` on, or after a No, for the desk's."""

    id = serializers.UUIDField()
    seat = serializers.IntegerField()
    name = serializers.CharField()
    said = serializers.CharField()
    until = serializers.DateTimeField()
    for_the_desk = serializers.BooleanField()
    may_answer = serializers.BooleanField()
    may_bid_on_paper = serializers.BooleanField()


class OwnSeatSerializer(serializers.Serializer):
    """What the seat of whoever asks sees alone, and may do now."""

    seat = serializers.UUIDField()
    number = serializers.IntegerField()
    opponent = serializers.CharField()
    game = serializers.IntegerField()
    attempt = serializers.IntegerField(allow_null=True)
    receipt = BidReceiptSerializer(allow_null=True)
    report = GameReportSerializer(allow_null=True)
    answer = GameReportSerializer(allow_null=True)
    call = OwnJudgeCallSerializer(allow_null=True)
    deck_check = OwnDeckCheckSerializer(allow_null=True)
    penalties = OwnPenaltySerializer(many=True)
    swaps = SwapSerializer(many=True)
    unknown = serializers.BooleanField(
        help_text="came by a new link: until somebody confirms it, the seat does nothing"
    )
    may_greet = serializers.BooleanField()
    may_bid = serializers.BooleanField()
    may_enter_bids = serializers.BooleanField()
    may_name_chooser = serializers.BooleanField()
    may_choose = serializers.BooleanField()
    may_swap = serializers.BooleanField()
    may_report = serializers.BooleanField()
    may_agree = serializers.BooleanField()
    may_withdraw = serializers.BooleanField()
    may_call = serializers.BooleanField()


class MatchSerializer(serializers.Serializer):
    """A match as whoever asks may see it; `you` is null for everybody without a seat."""

    id = serializers.UUIDField()
    step = serializers.ChoiceField(Match.Step.choices)
    called_off = serializers.BooleanField()
    cancelled = serializers.BooleanField(help_text="called off since the whole tournament was cancelled")
    bids_on_paper = serializers.BooleanField()
    online = serializers.BooleanField(help_text="are its games played on the board?")
    wins_needed = serializers.IntegerField()
    now = serializers.CharField()
    next = serializers.CharField()
    waits_for = serializers.ListField(child=serializers.CharField())
    waiting = serializers.CharField()
    steps = MatchStepSerializer(many=True)
    time = MatchTimeSerializer(allow_null=True, help_text="null: the round is not limited, or its time is not started")
    sit_by = serializers.DateTimeField(allow_null=True, help_text="null: everybody is there, or the match is over")
    clocks = ClocksSerializer(allow_null=True, help_text="null: no time of players is counted, or the match is over")
    seats = SeatSerializer(many=True)
    phones = NewPhoneSerializer(many=True)
    phones_said = serializers.ListField(child=serializers.CharField(), help_text="what was said of new phones")
    games = GameSerializer(many=True)
    result = ResultSerializer(allow_null=True)
    corrections = CorrectionSerializer(many=True)
    you = OwnSeatSerializer(allow_null=True)


class RecomputedBidSerializer(serializers.Serializer):
    name = serializers.CharField()
    seat = serializers.UUIDField()
    amount = serializers.IntegerField()
    nonce = serializers.CharField()
    committed = serializers.CharField()
    recomputed = serializers.CharField()
    new_phone = serializers.BooleanField()
    agrees = serializers.BooleanField()


class BidProofSerializer(serializers.Serializer):
    """Opened bids with what their commitments come to; empty before they are opened."""

    state = serializers.CharField()
    bids = RecomputedBidSerializer(many=True)
    on_paper = OpenedBidSerializer(many=True)
    program = serializers.CharField(help_text="recomputes the same anywhere, in Python")
