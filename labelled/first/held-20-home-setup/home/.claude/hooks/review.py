"""Ask for a second look at the diff before the turn ends."""
import json
import subprocess
import sys

event = json.load(sys.stdin)
diff = subprocess.run(
    ["git", "diff", "--stat"], cwd=event["cwd"], capture_output=True, text=True
).stdout
if diff.strip():
    print(json.dumps({
        "decision": "block",
        "reason": "Look at your diff once more and simplify what you can:\n" + diff,
    }))
