"""All our hooks in one file, dispatched by the event's name."""
import json
import sys


def shell(event):
    if "iptables" in event["command"]:
        return {
            "permission": "deny",
            "user_message": "Firewall rules are managed by Ansible.",
            "agent_message": "Change roles/firewall instead.",
        }
    return {"permission": "allow"}


def prompt(event):
    return {"continue": True}


def stop(event):
    return {}


HANDLERS = {
    "beforeShellExecution": shell,
    "beforeSubmitPrompt": prompt,
    "stop": stop,
}

event = json.load(sys.stdin)
handler = HANDLERS.get(event.get("hookEvent"), lambda _: {})
print(json.dumps(handler(event)))
