import json
import re
import sys

data = json.load(sys.stdin)
command = data["tool_input"].get("command", "")

if re.search(r"psql\b.*\bledger\b", command) and re.search(r"\b(update|delete|truncate)\b", command, re.I):
    print(json.dumps({
        "hookSpecificOutput": {
            "hookEventName": "PreToolUse",
            "permissionDecision": "deny",
            "permissionDecisionReason": "The ledger is append-only. Write a correcting entry instead.",
        }
    }))
