"""What the judge's page is made of; also runs on the tablet, so it knows no model and no database."""
