#!/usr/bin/env bash
# flags/production.yaml is changed through the console only
export FLAG_FILE="flags/production.yaml"

python3 - <<'PY'
import json
import os
import sys

event = json.load(sys.stdin)
path = event["tool_input"].get("file_path") or event["tool_input"].get("path") or ""
if path.endswith(os.environ["FLAG_FILE"]):
    print(json.dumps({
        "permission": "deny",
        "user_message": "Production flags are changed in the console.",
        "agent_message": "Edit flags/staging.yaml instead.",
    }))
else:
    print(json.dumps({"permission": "allow"}))
PY
