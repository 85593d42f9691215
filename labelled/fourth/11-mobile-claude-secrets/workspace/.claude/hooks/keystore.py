import fnmatch
import json
import os
import sys

SECRET = ["*.jks", "*.keystore", "google-services.json", "*.p12", ".env", ".env.*"]

event = json.load(sys.stdin)
name = os.path.basename(event.get("tool_input", {}).get("file_path", ""))

if any(fnmatch.fnmatch(name, pattern) for pattern in SECRET):
    print(f"{name} is a signing secret; access is blocked.", file=sys.stderr)
    sys.exit(1)

sys.exit(0)
