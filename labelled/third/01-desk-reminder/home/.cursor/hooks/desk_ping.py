#!/usr/bin/env python3
"""Write a line to my worklog whenever an agent turn ends."""
import json
import sys
from datetime import datetime
from pathlib import Path

event = json.load(sys.stdin)
log = Path.home() / "worklog" / "agent.md"
log.parent.mkdir(parents=True, exist_ok=True)
with log.open("a", encoding="utf-8") as fh:
    stamp = datetime.now().isoformat(timespec="minutes")
    fh.write(f"- {stamp} agent turn {event['status']}\n")
