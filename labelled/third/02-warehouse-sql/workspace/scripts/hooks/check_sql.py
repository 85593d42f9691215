import json
import re
import sys

WRITES = re.compile(r"\b(drop|truncate|alter)\s+(table|database)\b", re.IGNORECASE)

event = json.load(sys.stdin)
if WRITES.search(event["command"]):
    reply = {
        "permission": "ask",
        "user_message": "This statement changes the schema of the warehouse.",
        "agent_message": "Schema changes go through migrations/; ask first.",
    }
else:
    reply = {"permission": "allow"}
print(json.dumps(reply))
