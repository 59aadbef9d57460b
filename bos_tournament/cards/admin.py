"""The admin of the catalogue: one card at a time, checked by the engine, and whole files in and out."""

from typing import Any

from django.contrib import admin, messages
from django.core.exceptions import PermissionDenied
from django.db.models import QuerySet
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseBase, HttpResponseNotAllowed
from django.shortcuts import redirect
from django.template.response import TemplateResponse
from django.urls import URLPattern, path
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from bos_tournament.cards import card_feedback, catalogue, meaning_review
from bos_tournament.cards.forms import CardForm, CatalogueForm, MeaningsForm, PrintingForm
from bos_tournament.cards.models import Card, PinnedPool, Printing
from bos_tournament.errors import Refused
from bos_tournament.refusals import show_refusal
from engine.bos.game import MAX_PRINTINGS, sample_pool

SHOWN_PROBLEMS = 200
KINDS = {"json": "application/json", "csv": "text/csv; charset=utf-8"}


class PrintingInline(admin.StackedInline):
    model = Printing
    form = PrintingForm
    extra = 1
    max_num = MAX_PRINTINGS


@admin.register(Card)
class CardAdmin(admin.ModelAdmin):
    """Cards. What is saved here is always something the engine can read."""

    form = CardForm
    inlines = (PrintingInline,)
    fields = (
        "name",
        ("type", "color"),
        "condition",
        ("strength", "cost"),
        "abilities",
        "official",
        "state",
        "no_example",
    )
    list_display = ("name", "type", "color", "strength", "cost", "official", "state")
    list_filter = ("state", "type", "color", "official", "no_example")
    search_fields = ("name", "words")
    list_per_page = 50
    actions = ("publish", "unpublish")
    change_list_template = "admin/cards/card/change_list.html"
    change_form_template = "admin/cards/card/change_form.html"

    def get_urls(self) -> list[URLPattern]:
        door = self.admin_site.admin_view
        return [
            path("import/", door(self.take_in), name="cards_card_import"),
            path("samples/", door(self.take_in_samples), name="cards_card_samples"),
            path("understand/", door(self.understand), name="cards_card_understand"),
            path("meanings/", door(self.meanings), name="cards_card_meanings"),
            path("export/<str:form>/", door(self.give_out), name="cards_card_export"),
            *super().get_urls(),
        ]

    def save_model(self, request: HttpRequest, obj: Card, form: CardForm, change: bool) -> None:
        """The state is a deed: publishing keeps what the card was understood to say, a draft keeps nothing."""
        super().save_model(request, obj, form, change)
        if obj.state == Card.State.PUBLISHED:
            catalogue.publish([obj])
        else:
            catalogue.unpublish_cards([obj])

    def get_view_on_site_url(self, obj: Card | None = None) -> str | None:
        return obj.get_absolute_url() if obj else None

    @admin.action(description=gettext_lazy("Publish"), permissions=["change"])
    def publish(self, request: HttpRequest, cards: QuerySet[Card]) -> None:
        done, refused = catalogue.publish(cards.prefetch_related("printings"))
        if done:
            self.message_user(request, _("%(number)s published.") % {"number": len(done)}, messages.SUCCESS)
        for card, sentence in refused[:20]:
            self.message_user(
                request, _("%(card)s was not changed. %(why)s") % {"card": card, "why": sentence}, messages.ERROR
            )

    @admin.action(description=gettext_lazy("Back to draft"), permissions=["change"])
    def unpublish(self, request: HttpRequest, cards: QuerySet[Card]) -> None:
        count = catalogue.unpublish_cards(cards)
        sentence = _("%(number)s back to draft. Tournaments that pinned their cards keep them.") % {"number": count}
        self.message_user(request, sentence, messages.SUCCESS)

    def render_change_form(
        self, request: HttpRequest, context: dict[str, Any], *args: Any, **options: Any
    ) -> HttpResponse:
        """The form of one card, and below it how it is drawn and how the engine understands what stands in it."""
        form = context["adminform"].form
        context |= {"drawn": form.drawn(), "understood": card_feedback.played(form.typed(), catalogue.known())}
        return super().render_change_form(request, context, *args, **options)

    def understand(self, request: HttpRequest) -> HttpResponse:
        """How the card that is being typed is drawn and its sentences are understood; nothing is saved."""
        if request.method != "POST":
            return HttpResponseNotAllowed(["POST"])
        if not (self.has_add_permission(request) or self.has_change_permission(request)):
            raise PermissionDenied
        form = CardForm(request.POST)
        context = {
            "drawn": form.drawn(),
            "understood": card_feedback.played(form.typed(), catalogue.known()),
            "swap": True,
        }
        return TemplateResponse(request, "admin/cards/card/_live_preview.html", context)

    def take_in(self, request: HttpRequest) -> HttpResponse:
        """The page that takes in a whole file, or nothing of it."""
        if not (self.has_add_permission(request) and self.has_change_permission(request)):
            raise PermissionDenied
        form = CatalogueForm(*((request.POST, request.FILES) if request.method == "POST" else ()))
        problems: tuple[Any, ...] = ()
        if request.method == "POST" and form.is_valid():
            text = form.cleaned_data["catalogue"]
            try:
                counts = catalogue.load(text, form=catalogue.form_of(text), publish=form.cleaned_data["publish"])
                return self._taken_in(request, *counts)
            except Refused as refusal:
                show_refusal(form, refusal)
                problems = refusal.facts["problems"]
        context = {
            **self.admin_site.each_context(request),
            "title": _("Import cards"),
            "opts": self.opts,
            "form": form,
            "problems": problems[:SHOWN_PROBLEMS],
            "left_out": max(0, len(problems) - SHOWN_PROBLEMS),
            "is_empty": not Card.objects.exists(),
        }
        status = 422 if form.errors else 200
        return TemplateResponse(request, "admin/cards/card/import.html", context, status=status)

    def take_in_samples(self, request: HttpRequest) -> HttpResponse:
        """Fills an empty catalogue with the sample cards, published: the starter decks are made of them."""
        if request.method != "POST":
            return HttpResponseNotAllowed(["POST"])
        if not (self.has_add_permission(request) and self.has_change_permission(request)):
            raise PermissionDenied
        if Card.objects.exists():
            self.message_user(request, _("There are cards already, so nothing was imported."), messages.WARNING)
            return redirect("admin:cards_card_import")
        return self._taken_in(request, *catalogue.load(sample_pool().write(), publish=True))

    def _taken_in(self, request: HttpRequest, new: int, replaced: int) -> HttpResponse:
        sentence = _("Imported: %(new)s new, %(known)s replaced.") % {"new": new, "known": replaced}
        self.message_user(request, sentence, messages.SUCCESS)
        return redirect("admin:cards_card_changelist")

    def meanings(self, request: HttpRequest) -> HttpResponse:
        """The published cards that are read otherwise today, old and new beside each other; publishing is a choice."""
        if not self.has_change_permission(request):
            raise PermissionDenied
        form = MeaningsForm(request.POST if request.method == "POST" else None)
        if form.is_valid():
            try:
                done = meaning_review.publish_anew(form.shown())
                for card in done:
                    self.log_change(request, card, "Published the new meaning of its sentences.")
                self.message_user(
                    request, _("%(number)s published with the new meaning.") % {"number": len(done)}, messages.SUCCESS
                )
                return redirect("admin:cards_card_meanings")
            except Refused as refusal:
                show_refusal(form, refusal)
        changed = meaning_review.changed()
        context = {
            **self.admin_site.each_context(request),
            "title": _("Changed meanings"),
            "opts": self.opts,
            "form": form,
            "changed": changed,
            "publishable": any(not change.obstacle for change in changed),
        }
        template = "admin/cards/card/meanings.html"
        return TemplateResponse(request, template, context, status=422 if form.errors else 200)

    def give_out(self, request: HttpRequest, form: str) -> HttpResponseBase:
        """The whole catalogue as a file."""
        if not self.has_view_permission(request):
            raise PermissionDenied
        if form not in KINDS:
            raise Http404("A catalogue is exported as json or csv.")
        name = f"cards-{timezone.now():%Y-%m-%d}.{form}"
        attached = {"Content-Disposition": f'attachment; filename="{name}"'}
        return HttpResponse(catalogue.export(form=form), content_type=KINDS[form], headers=attached)


@admin.register(PinnedPool)
class PinnedPoolAdmin(admin.ModelAdmin):
    """Which pools tournaments have pinned; nobody changes one."""

    list_display = fields = readonly_fields = ("hash", "cards_hash", "made_at")
    list_per_page = 50

    def has_add_permission(self, request: HttpRequest) -> bool:
        return False

    def has_change_permission(self, request: HttpRequest, obj: PinnedPool | None = None) -> bool:
        return False

    def has_delete_permission(self, request: HttpRequest, obj: PinnedPool | None = None) -> bool:
        return False

    def get_queryset(self, request: HttpRequest) -> QuerySet[PinnedPool]:
        return super().get_queryset(request).defer("text", "meanings")
