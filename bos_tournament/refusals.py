"""How a page shows that a deed said no: at the field that it is about, else above the form, and nothing typed is lost.

Every view reads alike:

    form = BidForm(request.POST)
    if form.is_valid():
        try:
            bidding.seal_bid(seat, amount=form.cleaned_data["amount"])
            return redirect("matches:detail", pk)
        except Refused as refusal:
            show_refusal(form, refusal)
    return page(request, seat.match, form=form, status=422)
"""

from django import forms

from bos_tournament.errors import Refused


def show_refusal(form: forms.BaseForm, refusal: Refused, *, at: str = "") -> None:
    """Puts what a deed refused at the fields that it names, else where the form wants this code, else at `at`.

    A form says in `refused_at` which codes are about which of its fields; without a field, it stands above the form.
    """
    at_fields = refusal.facts.get("fields")
    if not isinstance(at_fields, dict):
        at_fields = {getattr(form, "refused_at", {}).get(refusal.code, at): str(refusal)}
    for field, sentence in at_fields.items():
        form.add_error(field if field in form.fields else None, forms.ValidationError(sentence, code=refusal.code))
