"""What tournaments do for apps that know none: say what is around a match, show a new handle, take deck lists."""

from django.apps import AppConfig


class TournamentsConfig(AppConfig):
    name = "bos_tournament.tournaments"

    def ready(self) -> None:
        from bos_tournament.accounts import page_links, profiles
        from bos_tournament.accounts.sign_in import personal_links
        from bos_tournament.matches import surroundings
        from bos_tournament.tournaments.access import match_event
        from bos_tournament.tournaments.decklists import submissions
        from bos_tournament.tournaments.structure import published_names

        surroundings.event = match_event
        profiles.after_rename.append(published_names.renew_pages)
        personal_links.stakes.append(submissions.has_list_in)
        page_links.add("match.position_picture", page_links.PageLink("tournaments:position_picture"))
        page_links.add("decks.hand_in", page_links.PageLink("tournaments:list"))
