"""`make mutants`: whether the tests notice when scoring, tie-breaks, draw and permissions are changed by one small fault."""
