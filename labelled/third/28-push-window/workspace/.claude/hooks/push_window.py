import json
import sys
from datetime import datetime

event = json.load(sys.stdin)
command = event["tool_input"]["command"]
now = datetime.now()

if "git push" in command and (now.weekday() == 4 and now.hour >= 15):
    print(json.dumps({
        "hookSpecificOutput": {
            "hookEventName": "PreToolUse",
            "permissionDecision": "deny",
            "permissionDecisionReason": "No pushes on Friday afternoon, wait for Monday.",
        }
    }))
