"""What a player decides in secret before a practice game."""

import uuid

from django.db import models

from bos_tournament.operations.encrypted_text import SealedTextField


class SealedAnswer(models.Model):
    """A bid or a list after its swap that the other player may not know yet. It is gone once both are in."""

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    practice_game = models.ForeignKey("play.PracticeGame", models.CASCADE, related_name="sealed")
    seat = models.PositiveSmallIntegerField()
    answer = SealedTextField(lost="")

    class Meta:
        constraints = [models.UniqueConstraint(fields=["practice_game", "seat"], name="one_sealed_answer_a_seat")]

    def __str__(self) -> str:
        return f"sealed answer of seat {self.seat}"
