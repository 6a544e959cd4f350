"""Personal data: which fields hold it, how long it stays, everything about one person, and names in free text."""
