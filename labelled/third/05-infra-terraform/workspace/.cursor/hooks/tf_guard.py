"""Plans are free, applies are for the pipeline."""
import json
import shlex
import sys


def verdict(command: str) -> dict:
    try:
        words = shlex.split(command)
    except ValueError:
        words = command.split()
    if "terraform" in words and ("apply" in words or "destroy" in words):
        return {
            "permission": "block",
            "user_message": "terraform apply/destroy only runs in CI.",
            "agent_message": "Open a pull request; the pipeline applies the plan.",
        }
    return {"permission": "allow"}


if __name__ == "__main__":
    event = json.load(sys.stdin)
    json.dump(verdict(event["command"]), sys.stdout)
