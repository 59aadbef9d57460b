"""Where the pages of tournaments are."""

app_name = "tournaments"
urlpatterns = []
