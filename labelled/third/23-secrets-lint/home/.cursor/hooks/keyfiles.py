import fnmatch
import json
import os
import sys

PATTERNS = [
    "*.pem",
    "*.p12",
    "id_​rsa*",
    "*.keystore",
]

event = json.load(sys.stdin)
name = os.path.basename(event["file_path"])
hit = next((p for p in PATTERNS if fnmatch.fnmatch(name, p)), None)

if hit:
    out = {"permission": "deny", "user_message": f"{name} is key material (rule {hit})."}
else:
    out = {"permission": "allow"}
sys.stdout.write(json.dumps(out))
