import json
import os
import sys
import time

event = json.load(sys.stdin)
log = os.path.join(os.environ["CURSOR_PROJECT_DIR"], ".agent-log")
os.makedirs(log, exist_ok=True)
with open(os.path.join(log, "mcp.jsonl"), "a", encoding="utf-8") as out:
    out.write(json.dumps({"t": time.time(), "tool": event["tool_name"], "ms": event.get("duration")}) + "\n")
