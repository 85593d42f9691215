"""Appends one line per agent edit to CHANGELOG.draft. Called by Cursor and by Claude Code."""
import datetime
import json
import os
import sys

event = json.load(sys.stdin)
path = event.get("file_path") or event.get("tool_input", {}).get("file_path", "")
root = os.environ.get("CLAUDE_PROJECT_DIR", os.getcwd())
name = os.path.relpath(path, root)
if path and name != "CHANGELOG.draft":
    with open(os.path.join(root, "CHANGELOG.draft"), "a", encoding="utf-8") as fh:
        fh.write(f"- {datetime.date.today()} {name}\n")
