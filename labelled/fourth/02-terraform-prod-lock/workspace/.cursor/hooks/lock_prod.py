#!/usr/bin/env python3
"""Nobody edits envs/prod without a human."""
import json
import os
import sys

data = json.load(sys.stdin)
path = os.path.realpath(data.get("file_path", ""))
if "/envs/prod/" in path:
    print(json.dumps({
        "permission": "deny",
        "user_message": "envs/prod is locked, open a change request.",
        "agent_message": "Files under envs/prod are read-only. Propose the change in text instead.",
    }))
else:
    print(json.dumps({"permission": "allow"}))
