#!/usr/bin/env python3
import json
import re
import sys

RULES = [
    (re.compile(r"\bmkfs(\.\w+)?\b"), "formatting a disk"),
    (re.compile(r"\bdd\b.*\bof=/dev/"), "writing to a raw device"),
    (re.compile(r"\bchmod\s+-R\s+777\b"), "opening up permissions"),
]


def main():
    event = json.load(sys.stdin)
    command = (event.get("tool_input") or {}).get("command", "")
    for rule, label in RULES:
        if rule.search(command):
            print(json.dumps({
                "permission": "deny",
                "user_message": "Blocked: " + label,
                "agent_message": "This command was refused (" + label + "). Ask the user to run it.",
            }))
            return
    print(json.dumps({"permission": "allow"}))


main()
