import json
import sys

command = json.load(sys.stdin)["command"]

if "crontab -r" in command or "systemctl disable" in command:
    print(json.dumps({
        "permission": "deny",
        "user_message": "Scheduled jobs are changed in jobs/*.yaml, not on the machine.",
        "agent_message": "Edit jobs/*.yaml instead.",
    }))
else:
    print(json.dumps({"permission": "allow"}))
