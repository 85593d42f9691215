# -*- coding: utf-8 -*-
import json
import sys
import time

AUDIT_FILE = r"C:\Users\tw-dev3\Documents\pos-audit\shell.jsonl"


def main():
    event = json.load(sys.stdin)
    row = {
        "at": int(time.time()),
        "conversation": event["conversation_id"],
        "command": event["command"],
        "ms": event["duration"],
    }
    with open(AUDIT_FILE, "a", encoding="utf-8") as out:
        out.write(json.dumps(row) + "\n")


if __name__ == "__main__":
    main()
