"""What would come of a move on a board: each change, what may still come between, and the same in a few words."""

from typing import Any

from rest_framework import serializers

from bos_tournament.messages import localize
from engine.hosting import Change, Message, Outlook, code_json


class ChangeSerializer(serializers.Serializer):
    """One thing that would change."""

    what = serializers.CharField(help_text="such as life, vim, ether, strength, falls, comes, moves, up or down")
    seat = serializers.IntegerField(help_text="whose side it is on")
    at = serializers.CharField(allow_blank=True, help_text="place (1b), player (P2) or card of a pile (=NAME)")
    before = serializers.JSONField(help_text="a number or a word; empty where that says nothing")
    after = serializers.JSONField()
    text = serializers.CharField()
    code = serializers.CharField(help_text="the code of the text")
    args = serializers.DictField(help_text="what stands in the text")


class OutlookSerializer(serializers.Serializer):
    """What would come of a move if nobody else did anything, as far as the player can know."""

    text = serializers.CharField(allow_blank=True, help_text="the changes in short; empty where the label says it all")
    code = serializers.CharField(allow_blank=True, help_text="the code of the text")
    args = serializers.DictField(help_text="what stands in the text")
    changes = ChangeSerializer(many=True)
    may_be_answered = serializers.BooleanField(help_text="the other player may block or act, and change the outcome")
    asked = serializers.IntegerField(allow_null=True, help_text="a seat that has to choose something; usually null")
    winners = serializers.ListField(
        child=serializers.IntegerField(), allow_null=True, help_text="null while the game goes on; empty for a draw"
    )
    odd = serializers.BooleanField(help_text="it changes nothing, or only hurts whoever makes the move")


def outlook_data(outlook: Outlook) -> dict[str, Any]:
    """An outlook as plain data, its sentences in the language of this moment."""
    return {
        **_said(outlook.said),
        "changes": [_change(change) for change in outlook.changes],
        "may_be_answered": outlook.may_be_answered,
        "asked": None if outlook.asked is None else outlook.asked + 1,
        "winners": None if outlook.winners is None else [seat + 1 for seat in outlook.winners],
        "odd": outlook.odd,
    }


def _change(change: Change) -> dict[str, Any]:
    return {
        "what": change.what,
        "seat": change.seat + 1,
        "at": change.at,
        "before": change.before,
        "after": change.after,
        **_said(change.told),
    }


def _said(message: Message | None) -> dict[str, Any]:
    if message is None:
        return {"text": "", "code": "", "args": {}}
    return {"text": localize(message), **code_json(message)}
