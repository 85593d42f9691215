#!/usr/bin/env python3
import json
import pathlib
import sys

sys.stdin.read()
plan = pathlib.Path("docs/PLAN.md")
text = plan.read_text(encoding="utf-8")[:4000] if plan.exists() else ""
print(json.dumps({"additional_context": text} if text else {}))
