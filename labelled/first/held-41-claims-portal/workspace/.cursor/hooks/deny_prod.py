import json
import re
import sys

PROD = re.compile(r"--profile[= ]prod\b|AWS_PROFILE=prod\b")


def main():
    event = json.load(sys.stdin)
    if PROD.search(event["command"]):
        print("The prod profile is off limits for the agent.", file=sys.stderr)
        sys.exit(1)
    sys.exit(0)


if __name__ == "__main__":
    main()
