"""People, tournaments, rounds, tables, draw, clocks, results, standings and exports."""
