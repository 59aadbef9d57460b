"""Where the pages of matches are."""

app_name = "matches"
urlpatterns = []
