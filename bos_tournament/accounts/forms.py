"""Forms about people."""

from django import forms


class SignupForm(forms.Form):
    """What sign-up asks beyond e-mail and password."""

    handle = forms.CharField(max_length=30)

    def signup(self, request, user):
        user.handle = self.cleaned_data["handle"]
        user.save()
