"""Recorded invoices are evidence: they are added, never changed."""
import json
import os
import sys

event = json.load(sys.stdin)
path = event["tool_input"].get("file_path") or event["tool_input"].get("notebook_path") or ""

if "/tests/fixtures/" in path.replace(os.sep, "/") and os.path.exists(path):
    print(json.dumps({
        "hookSpecificOutput": {
            "hookEventName": event["hook_event_name"],
            "permissionDecision": "deny",
            "permissionDecisionReason": f"{os.path.basename(path)} is a recorded invoice. Add a new file beside it.",
        }
    }))
