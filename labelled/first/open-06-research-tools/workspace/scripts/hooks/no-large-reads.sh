#!/usr/bin/env bash
# Large CSV files burn the context window.
python3 - <<'PY'
import json, os, sys

event = json.load(sys.stdin)
path = event["tool_input"]["file_path"]

if path.endswith((".csv", ".parquet")) and os.path.getsize(path) > 2_000_000:
    print("Too large to read whole. Use head, or `python -m tools.peek`.", file=sys.stderr)
    sys.exit(2)
PY
