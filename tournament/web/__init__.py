"""Pages, forms, addresses and the API."""
