"""What Django says at a field of a form: said here once more, so that it sounds like the rest of the site.

Django brings translations of its own, which address readers formally and name faults rather than remedies. The texts of
this site's catalogues come first; they are found here.
"""

from django.utils.translation import gettext_noop as _
from django.utils.translation import ngettext_lazy

AT_FIELDS = (
    _("This field is required."),
    _("Enter a valid email address."),
    _("Enter a whole number."),
    _("Enter a number."),
    _("Enter a valid date."),
    _("Enter a valid time."),
    _("Enter a valid date/time."),
    _("Enter a valid URL."),
    _("Enter a valid value."),
    _("Select a valid choice. %(value)s is not one of the available choices."),
    _("Select a valid choice. That choice is not one of the available choices."),
    _("Ensure this value is less than or equal to %(limit_value)s."),
    _("Ensure this value is greater than or equal to %(limit_value)s."),
    ngettext_lazy(
        "Ensure this value has at most %(limit_value)d character (it has %(show_value)d).",
        "Ensure this value has at most %(limit_value)d characters (it has %(show_value)d).",
        "limit_value",
    ),
    _("This password is too common."),
    _("The password is too similar to the %(verbose_name)s."),
    ngettext_lazy(
        "This password is too short. It must contain at least %d character.",
        "This password is too short. It must contain at least %d characters.",
    ),
)
