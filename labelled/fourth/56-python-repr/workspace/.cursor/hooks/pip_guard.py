import json
import re
import sys

event = json.load(sys.stdin)
reply = {"permission": "allow"}
if re.search(r"\bpip3?\s+install\b", event["command"]):
    reply = {
        "permission": "deny",
        "user_message": "Add the package to requirements.in first.",
        "agent_message": "Edit requirements.in and run pip-sync.",
    }
print(reply)
