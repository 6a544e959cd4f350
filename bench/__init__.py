"""Benchmarks beside other libraries: `python -m bench` measures everything, `python -m bench check` only the ratios.

Both sides of a comparison run in turns in the same process (theirs, ours, theirs, …), in CPU time, so that a busy machine slows both.
"""
