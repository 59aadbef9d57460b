"""Where the pages of cards are."""

app_name = "cards"
urlpatterns = []
