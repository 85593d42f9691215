#!/usr/bin/env python3
# We manage the environment with uv; pip installs drift away from the lock file.
import json
import re
import sys

data = json.load(sys.stdin)
command = data.get("tool_input", {}).get("command", "")

if re.search(r"(^|[;&|]\s*)(python3? -m )?pip3? install\b", command):
    print("Blocked: use `uv add <package>` so that uv.lock stays true.", file=sys.stderr)
    sys.exit(1)

sys.exit(0)
