#!/usr/bin/env python3
import json
import sys

READ_ONLY = ("get_", "list_", "search_", "describe_")

event = json.load(sys.stdin)
tool = event["tool_name"]

if tool.startswith(READ_ONLY):
    decision = {"permission": "allow"}
else:
    decision = {
        "permission": "deny",
        "user_message": f"The CRM tool {tool} writes; only read tools are open here.",
        "agent_message": "Use a read tool and propose the change as text.",
    }

print(decision)
