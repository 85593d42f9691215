#!/usr/bin/env python3
import json
import subprocess
import sys

event = json.load(sys.stdin)
changed = subprocess.run(
    ["git", "diff", "--name-only", "HEAD"], capture_output=True, text=True, check=False
).stdout.split()

code = [f for f in changed if f.startswith("src/")]
if event["status"] == "completed" and code and "CHANGELOG.md" not in changed:
    json.dump({"followup_message": "Add an entry to CHANGELOG.md for this change."}, sys.stdout)
else:
    json.dump({}, sys.stdout)
