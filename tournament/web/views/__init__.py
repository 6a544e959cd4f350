"""The pages: fetch with access, guard, form, one action, then redirect or render."""
