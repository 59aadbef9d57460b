"""What the page of the settings says of online play."""

from django.utils.translation import gettext_lazy as _

ONLINE = _(
    "Games are played on the board of this site. Only a player's own moves count, player clocks decide by "
    "themselves, and the end of a game is its result. A change counts from the next round."
)
TAKE_BACKS = _("A player may ask to take back moves; the opponent has to agree. A change counts from the next round.")
