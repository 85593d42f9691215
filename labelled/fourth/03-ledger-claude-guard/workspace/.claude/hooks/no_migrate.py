import json
import re
import sys

event = json.load(sys.stdin)
command = event.get("tool_input", {}).get("command", "")
if re.search(r"\bmanage\.py\s+migrate\b", command):
    print("Migrations are run by the release job, not from a session.", file=sys.stderr)
    sys.exit(2)
sys.exit(0)
