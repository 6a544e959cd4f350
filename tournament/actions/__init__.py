"""Every write of the tournament: the module is the noun, the function is the verb, `by` says who did it."""
