"""Says what judges know of matches and tournaments, and where their pages are."""

from django.apps import AppConfig

# Where places on pages of matches and tournaments lead.
PAGES = {
    "match.call": "judging:call",
    "match.withdraw_call": "judging:withdraw_call",
    "match.dispute": "judging:file_dispute",
    "match.records": "judging:records",
    "table.dispute": "judging:dispute",
    "table.deck_check": "judging:check",
    "entrant.penalties": "judging:penalize",
    "tournament.calls": "judging:calls",
    "tournament.penalties": "judging:penalties",
    "tournament.deck_checks": "judging:checks",
    "tournament.audit_log": "judging:activity_log",
}


class JudgingConfig(AppConfig):
    name = "bos_tournament.judging"

    def ready(self) -> None:
        from bos_tournament.accounts.page_links import PageLink, add
        from bos_tournament.judging import match_requests, tournament_requests
        from bos_tournament.matches import surroundings
        from bos_tournament.tournaments.structure import judge_work

        surroundings.judging = match_requests
        judge_work.judging = tournament_requests
        for place, url_name in PAGES.items():
            add(place, PageLink(url_name))
