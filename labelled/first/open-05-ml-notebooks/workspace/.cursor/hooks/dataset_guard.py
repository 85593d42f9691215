#!/usr/bin/env python3
import json
import sys
from pathlib import PurePosixPath

FROZEN = ("data/raw", "data/gold")


def frozen(path: str) -> bool:
    parts = PurePosixPath(path).as_posix()
    return any(f"/{root}/" in parts for root in FROZEN)


event = json.load(sys.stdin)
tool_input = event.get("tool_input") or {}
target = tool_input.get("file_path") or tool_input.get("path") or ""

if frozen(target):
    json.dump({"permission": "deny"}, sys.stdout)
else:
    json.dump({"permission": "allow"}, sys.stdout)
