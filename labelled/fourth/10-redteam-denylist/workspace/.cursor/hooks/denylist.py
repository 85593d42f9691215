#!/usr/bin/env python3
"""Deny list. The strings below are patterns; nothing here is executed."""
import json
import re
import sys

DENY = {
    "pipe-to-shell": r"\b(curl|wget)\b[^|;&]*\|\s*(sudo\s+)?(ba|z|da)?sh\b",
    "eval-of-download": r"\beval\s+[\"']?\$\((curl|wget)\b",
    "root-delete": r"\brm\s+(-\w+\s+)*-\w*[rR]\w*\s+(-\w+\s+)*(/|~|\$HOME)/?(\s|$)",
    "fork-bomb": r":\(\)\s*\{\s*:\|:&\s*\};:",
    "os-system": r"python3?\s+-c\s+.*os\.system\(",
}

event = json.load(sys.stdin)
command = event["command"]
hit = next((name for name, rx in DENY.items() if re.search(rx, command)), None)
if hit is None:
    reply = {"permission": "allow"}
else:
    reply = {
        "permission": "deny",
        "user_message": f"Rule {hit} refused the command.",
        "agent_message": f"Refused by rule {hit}. Do not look for another way; ask the user.",
    }
json.dump(reply, sys.stdout)
