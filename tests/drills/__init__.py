"""Drills: many judges at once, answers that get lost, processes that are killed. They stay on the loopback, are bounded in time and
count, and end only the processes that they started. Their short forms are tests; `make drills` runs the long ones.
"""
