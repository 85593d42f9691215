#!/usr/bin/env python3
"""One line per tool call; the auditor counts them."""
import datetime
import json
import os
import sys

event = json.load(sys.stdin)
root = os.environ.get("CURSOR_PROJECT_DIR") or os.environ["CLAUDE_PROJECT_DIR"]
os.makedirs(os.path.join(root, "audit"), exist_ok=True)
line = {
    "at": datetime.datetime.now(datetime.timezone.utc).isoformat(),
    "tool": event["tool_name"],
    "id": event.get("tool_use_id"),
}
with open(os.path.join(root, "audit", "tools.jsonl"), "a", encoding="utf-8") as log:
    log.write(json.dumps(line) + "\n")
