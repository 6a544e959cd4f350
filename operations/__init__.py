"""The pages and commands of whoever keeps the machine: copies, boards, health."""
