import json
import re
import sys

EXPENSIVE = re.compile(r"--instance-type[ =](p[345]|g[56]|x2)\w*\.", re.I)

event = json.load(sys.stdin)
hit = EXPENSIVE.search(event.get("command", ""))
if hit:
    reply = {
        "permission": "ask",
        "user_message": f"GPU or large-memory instance requested ({hit.group(1)}). Go on?",
        "agent_message": "Ask for the smallest instance that works.",
    }
else:
    reply = {"permission": "allow"}
print(json.dumps(reply))
