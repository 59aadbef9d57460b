"""Where the API is."""

urlpatterns = []
