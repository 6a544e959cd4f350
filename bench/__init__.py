"""How fast everything is, beside others doing the same: `python -m bench` measures it all, `python -m bench check` the ratios only.

What is compared runs in turns in the same process (theirs, ours, theirs, …) and is counted in CPU time, so that a busy machine slows both.
"""
