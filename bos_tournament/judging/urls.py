"""Where the pages of judging are."""

app_name = "judging"
urlpatterns = []
