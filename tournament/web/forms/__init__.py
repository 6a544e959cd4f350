"""What people type, checked field by field and handed to the actions as values."""
