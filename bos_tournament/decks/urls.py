"""Where the pages of decks are."""

app_name = "decks"
urlpatterns = []
