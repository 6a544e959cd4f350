"""What several views share: logging in, cached pages, converters of addresses."""
