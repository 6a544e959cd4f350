"""The tournament's migrations and one more, as a later version would have: for tests of copies taken before an upgrade."""
