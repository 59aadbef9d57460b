"""What becomes of what somebody typed: every form of the site, sent wrongly and too late (`every_form`)."""
