#!/usr/bin/env python3
"""spark-submit only against the dev cluster."""
import json
import re
import sys


def main():
    event = json.loads(sys.stdin.read())
    command = event["command"]
    print(f"[spark_guard] checking: {command}")

    master = re.search(r"--master[ =](\S+)", command)
    if master and "dev" not in master.group(1):
        print(json.dumps({
            "permission": "deny",
            "user_message": f"Cluster {master.group(1)} is not the dev cluster.",
            "agent_message": "Submit with --master spark://dev:7077.",
        }))
        return
    print(json.dumps({"permission": "allow"}))


main()
