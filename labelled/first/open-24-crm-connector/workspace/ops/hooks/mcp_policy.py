import json
import sys

WRITES = {"create_contact", "update_contact", "delete_contact", "bulk_import"}

event = json.load(sys.stdin)
if event["tool_name"] in WRITES:
    reply = {
        "permission": "deny",
        "user_message": f"{event['tool_name']} changes the CRM and is not allowed from here.",
        "agent_message": "Only read tools of the CRM server may be used.",
    }
else:
    reply = {"permission": "allow"}
print(json.dumps(reply))
