"""What a tournament is played by, as versioned data, and what makes it unusable."""
