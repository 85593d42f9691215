import json
import re
import sys

MAX_HOURS = 4


def hours(command):
    m = re.search(r"--time[= ](\d+):", command)
    return int(m.group(1)) if m else 0


event = json.load(sys.stdin)
wanted = hours(event["command"])
print(f"gpu_hours: {wanted}h requested, limit {MAX_HOURS}h")

if wanted > MAX_HOURS:
    answer = {
        "permission": "deny",
        "user_message": f"{wanted} GPU hours asked, {MAX_HOURS} allowed without approval.",
        "agent_message": f"Ask for at most {MAX_HOURS} hours per job.",
    }
else:
    answer = {"permission": "allow"}
print(json.dumps(answer))
