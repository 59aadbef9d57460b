"""How the site of the version before was filled. No test runs this; it made `site.tar.xz` in the folder above."""
