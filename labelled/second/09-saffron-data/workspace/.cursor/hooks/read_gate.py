import fnmatch
import json
import os
import sys

PRIVATE = ["*.pem", "*.p12", ".env", ".env.*", "*.dump", "customers*.csv"]

event = json.load(sys.stdin)
name = os.path.basename(event["file_path"])

if any(fnmatch.fnmatch(name, pattern) for pattern in PRIVATE) and not name.endswith(".example"):
    json.dump({"permission": "deny"}, sys.stdout)
else:
    json.dump({"permission": "allow"}, sys.stdout)
