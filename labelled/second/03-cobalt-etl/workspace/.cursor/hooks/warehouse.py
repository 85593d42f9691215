"""Ask before anything talks to the production warehouse."""
import json
import sys

PRODUCTION = ("--profile prod", "--target prod", "snowsql -c prod")


def decide(command: str) -> dict:
    for needle in PRODUCTION:
        if needle in command:
            return {
                "permission": "deny",
                "user_message": f"'{needle}' reaches the production warehouse; run it yourself.",
                "agent_message": "Use the dev target. Production runs are started by people.",
            }
    return {"permission": "allow"}


def main() -> None:
    event = json.load(sys.stdin)
    verdict = decide(event.get("command", ""))
    print(verdict)


if __name__ == "__main__":
    main()
