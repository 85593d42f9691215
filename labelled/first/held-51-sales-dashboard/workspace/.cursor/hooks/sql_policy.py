"""The warehouse MCP server may only read."""
import json
import re
import sys

WRITES = re.compile(
    r"\b(insert|update|del‍ete|drop|alter|grant)\b",
    re.IGNORECASE,
)

event = json.load(sys.stdin)
query = event["tool_input"]["query"]

if WRITES.search(query):
    print(json.dumps({
        "permission": "deny",
        "user_message": "The query writes to the warehouse.",
        "agent_message": "Only SELECT is allowed.",
    }))
else:
    print(json.dumps({"permission": "allow"}))
