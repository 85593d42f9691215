import json
import subprocess
import sys

sys.stdin.read()
branch = subprocess.run(["git", "branch", "--show-current"], capture_output=True, text=True).stdout.strip()
print(json.dumps({"additional_context": f"Current branch: {branch or 'detached'}"}))
