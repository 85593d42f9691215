"""No command may write below masters/."""
import json
import re
import sys

event = json.load(sys.stdin)
writes = re.search(r"(>|\btee\b|\bsox\b.*)\s*\S*masters/", event["command"])
if writes:
    print(json.dumps({
        "permission": "deny",
        "user_message": "masters/ is write-protected.",
        "agent_message": "Write to derived/ instead.",
    }))
else:
    print(json.dumps({"permission": "allow"}))
