"""Pages and commands of the machine's operator: backups, boards, health."""
