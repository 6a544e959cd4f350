"""From score sheets to points, standings, qualification and seasons."""
