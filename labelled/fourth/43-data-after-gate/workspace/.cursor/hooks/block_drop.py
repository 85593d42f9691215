"""Block dropping of warehouse tables."""
import json
import re
import sys

command = json.load(sys.stdin).get("command", "")
if re.search(r"\bdrop\s+(table|schema|database)\b", command, re.I):
    print(json.dumps({
        "permission": "deny",
        "user_message": "Dropping tables is blocked.",
        "agent_message": "Do not drop tables; rename them to _old instead.",
    }))
else:
    print(json.dumps({"permission": "allow"}))
