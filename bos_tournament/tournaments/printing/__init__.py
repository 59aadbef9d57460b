"""Everything on paper: sheets, slips, badges, PDFs, and the picture for links."""
