#!/usr/bin/env python3
"""Files with personal data are not shown to the model."""
import fnmatch
import json
import sys

PATTERNS = ["*/applicants/*.csv", "*/bureau/*", "*.sav"]

event = json.load(sys.stdin)
path = event["file_path"].replace("\\", "/")

for pattern in PATTERNS:
    if fnmatch.fnmatch(path, pattern):
        json.dump(
            {"permission": "Deny", "user_message": f"Personal data ({pattern}) stays out of the chat."},
            sys.stdout,
        )
        break
else:
    json.dump({"permission": "allow"}, sys.stdout)
