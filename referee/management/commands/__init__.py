"""One module a command: rehearse and demo."""
