import json
import shlex
import sys

command = json.load(sys.stdin)["command"]
try:
    words = shlex.split(command, comments=False)
except ValueError:
    words = command.split()
if "sudo" in words:
    print(json.dumps({"permission": "ask", "user_message": "The agent wants sudo.", "agent_message": "sudo needs the user."}))
else:
    print(json.dumps({"permission": "allow"}))
