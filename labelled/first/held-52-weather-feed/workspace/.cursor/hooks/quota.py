import json
import pathlib
import sys

event = json.load(sys.stdin)
left = int(pathlib.Path("quota.txt").read_text())
if "fetch_radar" in event["command"] and left < 100:
    print(json.dumps({
        "permission": "deny",
        "user_message": f"Only {left} calls left today.",
        "agent_message": "Use the cached radar images in cache/.",
    }))
else:
    print(json.dumps({"permission": "allow"}))
