"""What a tournament computes: pure modules without database, request or drawing library."""
