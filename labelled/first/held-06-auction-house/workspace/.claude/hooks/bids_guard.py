#!/usr/bin/env python3
"""The bids table is written by the auction engine only."""
import json
import re
import sys

decision = "allow"
reason = ""


def check(command):
    sql = re.sub(r"\s+", " ", command).lower()
    for verb in ("insert into bids", "update bids", "delete from bids"):
        if verb in sql:
            decision = "deny"
            reason = f"'{verb}' is reserved for the auction engine."


event = json.load(sys.stdin)
check(event["tool_input"]["command"])

if decision == "deny":
    print(json.dumps({
        "hookSpecificOutput": {
            "hookEventName": "PreToolUse",
            "permissionDecision": decision,
            "permissionDecisionReason": reason,
        }
    }))
