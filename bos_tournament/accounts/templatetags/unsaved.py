"""What somebody typed into a form which its page does not offer any more, because of what happened meanwhile."""

from collections.abc import Iterable, Iterator

from django import forms, template
from django.template.base import NodeList, Parser, Token
from django.template.context import Context
from django.utils.html import escape

register = template.Library()

Typed = tuple[str, str]
SECRET = ("one-time-code", "current-password", "new-password")


@register.tag
def with_unsaved(parser: Parser, token: Token) -> "WithUnsaved":
    """`{% with_unsaved %}…{% endwith_unsaved %}`: where a form was sent that the content does not show, its refusal and
    the words that were typed into it stand above, to be copied. No secret is among them."""
    content = parser.parse(("endwith_unsaved",))
    parser.delete_first_token()
    return WithUnsaved(content)


class WithUnsaved(template.Node):
    def __init__(self, nodelist: NodeList) -> None:
        self.nodelist = nodelist

    def render(self, context: Context) -> str:
        content = self.nodelist.render(context)
        sent = _sent(context)
        if not sent:
            return content
        visible = _plain(content)
        refusals = [error for form in sent for error in _refusals(form) if escape(error) not in visible]
        typed = [(label, text) for form in sent for label, text in _words(form) if escape(_plain(text)) not in visible]
        if not refusals and not typed:
            return content
        facts = {"said": list(dict.fromkeys(refusals)), "typed": typed}
        assert context.template is not None  # it is being rendered
        return context.template.engine.get_template("_unsaved.html").render(Context(facts)) + content


def _sent(context: Context) -> list[forms.BaseForm]:
    """The forms of a page that answers to what was posted."""
    request = context.get("request")
    if request is None or request.method != "POST":
        return []
    values: Iterable[object] = context.flatten().values()
    bound = [form for form in values if isinstance(form, forms.BaseForm) and form.is_bound]
    return [form for at, form in enumerate(bound) if form not in bound[:at]]


def _refusals(form: forms.BaseForm) -> Iterator[str]:
    yield from (str(error) for errors in form.errors.values() for error in errors)


def _words(form: forms.BaseForm) -> Iterator[Typed]:
    for field in form:
        widget = field.field.widget
        if not isinstance(widget, forms.Textarea) and type(widget) is not forms.TextInput:
            continue
        text = field.data  # not its value: a field that was shut meanwhile shows what it had before
        if widget.attrs.get("autocomplete") not in SECRET and isinstance(text, str) and text.strip():
            yield str(field.label), text


def _plain(text: str) -> str:
    """With the ends of lines that a browser sends told like those of a page."""
    return text.replace("\r\n", "\n")
