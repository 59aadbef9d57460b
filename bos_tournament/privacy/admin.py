"""The admin's pages on which users are erased, two become one person, and two again."""

from typing import Any, cast
from urllib.parse import urlencode

from django import forms
from django.contrib import admin, messages
from django.core.exceptions import PermissionDenied
from django.db.models import Q, QuerySet
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.template.response import TemplateResponse
from django.urls import URLPattern, path, reverse
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from bos_tournament.accounts.admin import UserAdmin, refuse_over_rank
from bos_tournament.accounts.handles import normalize_handle
from bos_tournament.accounts.models import Merger, User
from bos_tournament.errors import Refused
from bos_tournament.privacy import erasure, merging
from bos_tournament.refusals import show_refusal


class PersonField(forms.CharField):
    """Somebody, typed by handle or e-mail address."""

    def __init__(self, **options: Any) -> None:
        super().__init__(max_length=254, widget=forms.TextInput(attrs={"autocomplete": "off"}), **options)

    def clean(self, value: str) -> User:
        typed = normalize_handle(super().clean(value))
        person = User.objects.filter(Q(handle__iexact=typed) | Q(email__iexact=typed)).first()
        if person is None:
            raise forms.ValidationError(gettext("No user has this handle or email. Look it up in the list of users."))
        return person


class MergeForm(forms.Form):
    """Which two, and which of them stays."""

    gone = PersonField(
        label=_("Account to merge"), help_text=_("Handle or email. It will redirect to the account you keep.")
    )
    kept = PersonField(label=_("Account to keep"), help_text=_("Its owner signs in as before and gets everything."))


class MergerForm(forms.ModelForm):
    """A merger as it is looked at afterwards."""

    class Meta:
        model = Merger
        fields = ()
        labels = {
            "gone": _("Merged account"),
            "kept": _("Kept account"),
            "by": _("Merged by"),
            "made_at": _("Merged at"),
        }


class TokenForm(forms.Form):
    token = forms.CharField(max_length=16)


admin.site.unregister(User)


@admin.register(User)
class PrivateUserAdmin(UserAdmin):
    """People, with what becomes of their data."""

    actions = (*UserAdmin.actions, "merge_two", "erase")

    @admin.action(description=_("Merge two users: preview first"))
    def merge_two(self, request: HttpRequest, people: QuerySet[User]) -> HttpResponse | None:
        """The newer one is proposed to go; the page lets them be exchanged."""
        if people.count() != 2:
            self.message_user(request, gettext("Select exactly two users to merge."), messages.ERROR)
            return None
        kept, gone = people.order_by("guest", "date_joined")
        query = urlencode({"gone": gone.handle, "kept": kept.handle})
        return redirect(f"{reverse('admin:accounts_merger_add')}?{query}")

    def get_actions(self, request: HttpRequest) -> dict:
        """Only a superuser merges."""
        offered = super().get_actions(request)
        if not request.user.is_superuser:
            offered.pop("merge_two", None)
        return offered

    @admin.action(description=_("Erase (results stay under a pseudonym)"), permissions=["change"])
    def erase(self, request: HttpRequest, people: QuerySet[User]) -> None:
        for user in people:
            refuse_over_rank(request, user)
            try:
                erasure.erase(user)
            except Refused as refusal:
                self.message_user(request, f"{user}: {refusal}", messages.ERROR)
            else:
                self.log_change(request, User.objects.get(pk=user.pk), "Erased.")


@admin.register(Merger)
class MergerAdmin(admin.ModelAdmin):
    """Merged accounts. Adding one shows first what would move; splitting takes one back."""

    list_display = ("gone", "kept", "by", "made_at")
    search_fields = ("gone__handle", "kept__handle")
    list_select_related = ("gone", "kept", "by")
    ordering = ("-made_at",)
    list_per_page = 50
    form = MergerForm
    fields = readonly_fields = ("gone", "kept", "by", "made_at", "what_moved")
    change_form_template = "admin/privacy/merger.html"

    @admin.display(description=_("What moved"))
    def what_moved(self, merger: Merger) -> str:
        return ", ".join(f"{count} {name}" for name, count in merging.moves_of(merger)) or gettext("nothing")

    def has_module_permission(self, request: HttpRequest) -> bool:
        return request.user.is_superuser

    def has_view_permission(self, request: HttpRequest, obj: Merger | None = None) -> bool:
        return request.user.is_superuser

    def has_add_permission(self, request: HttpRequest) -> bool:
        return request.user.is_superuser

    def has_change_permission(self, request: HttpRequest, obj: Merger | None = None) -> bool:
        return False

    def has_delete_permission(self, request: HttpRequest, obj: Merger | None = None) -> bool:
        """A merger is never just forgotten; it is split."""
        return False

    def get_queryset(self, request: HttpRequest) -> QuerySet[Merger]:
        return super().get_queryset(request).select_related("gone", "kept", "by")

    def get_urls(self) -> list[URLPattern]:
        split = self.admin_site.admin_view(self.split)
        return [path("<int:pk>/split/", split, name="accounts_merger_split"), *super().get_urls()]

    def add_view(self, request: HttpRequest, form_url: str = "", extra_context: dict | None = None) -> HttpResponse:
        """Asking shows what would move; sending the token of what was shown merges."""
        if not self.has_add_permission(request):
            raise PermissionDenied
        fields = request.POST if request.method == "POST" else request.GET
        form = MergeForm(fields if "gone" in fields or request.method == "POST" else None)
        if not form.is_valid():
            return self._page(request, form, None)
        gone, kept = form.cleaned_data["gone"], form.cleaned_data["kept"]
        token = TokenForm(request.POST if request.method == "POST" else None)
        if token.is_valid():
            try:
                return self._merge(request, gone, kept, token.cleaned_data["token"])
            except Refused as refusal:
                show_refusal(form, refusal)
        return self._page(request, form, merging.preview_merge(gone, kept))

    def _merge(self, request: HttpRequest, gone: User, kept: User, token: str) -> HttpResponse:
        merger = merging.merge(gone, kept, by=cast(User, request.user), token=token)
        self.log_addition(request, merger, "Merged.")
        done = gettext("%(gone)s was merged into %(kept)s.") % {"gone": gone, "kept": kept}
        self.message_user(request, done, messages.SUCCESS)
        return redirect("admin:accounts_merger_changelist")

    def _page(self, request: HttpRequest, form: MergeForm, foreseen: merging.MergePreview | None) -> HttpResponse:
        context = {
            **self.admin_site.each_context(request),
            "title": gettext("Merge two users"),
            "opts": self.opts,
            "form": form,
            "foreseen": foreseen,
        }
        refused = form.errors or (foreseen and foreseen.obstacles)
        return TemplateResponse(request, "admin/privacy/merge.html", context, status=422 if refused else 200)

    def split(self, request: HttpRequest, pk: int) -> HttpResponse:
        """Takes a merger back, when the button on its page is pressed."""
        if not self.has_view_permission(request):
            raise PermissionDenied
        merger = self.get_queryset(request).filter(pk=pk).first()
        if merger is None:
            raise Http404("There is no such merger.")
        if request.method != "POST":
            return redirect("admin:accounts_merger_change", pk)
        try:
            gone = merging.split(merger)
        except Refused as refusal:
            self.message_user(request, str(refusal), messages.ERROR)
            return redirect("admin:accounts_merger_change", pk)
        self.log_change(request, merger.kept, f"Split from {gone.pk} again.")
        done = gettext("%(gone)s and %(kept)s are separate accounts again.") % {"gone": gone, "kept": merger.kept}
        self.message_user(request, done, messages.SUCCESS)
        return redirect("admin:accounts_merger_changelist")
