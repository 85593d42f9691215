"""Keeps a small tally of what the agent ran and how often it failed."""
import json
import pathlib
import sys

STATS = pathlib.Path(".agent-stats.json")

event = json.load(sys.stdin)
stats = json.loads(STATS.read_text()) if STATS.exists() else {"runs": 0, "failed": 0, "ms": 0}

stats["runs"] += 1
stats["ms"] += event.get("duration", 0)
if event.get("exit_code", 0) != 0:
    stats["failed"] += 1
    first_word = event["command"].split(" ", 1)[0]
    stats.setdefault("failing", {})[first_word] = stats.get("failing", {}).get(first_word, 0) + 1

STATS.write_text(json.dumps(stats, indent=2))
