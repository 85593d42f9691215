#!/usr/bin/env python3
import json
import sys

WRITING = ("create_", "update_", "delete_", "merge_")


def main():
    event = json.loads(sys.stdin.read())
    tool = event["tool_name"]
    server = event.get("mcp_server_name") or event.get("url") or event.get("command")
    print(f"mcp_gate: {tool} on {server}")

    if tool.startswith(WRITING):
        reply = {"permission": "ask", "user_message": f"{tool} changes data on {server}. Allow?"}
    else:
        reply = {"permission": "allow"}
    json.dump(reply, sys.stdout)


main()
