"""The content of what is printed or exported, before anything is drawn."""
