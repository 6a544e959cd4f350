"""What a tournament is worked out by: pure modules that know no database, no request and no drawing library."""
