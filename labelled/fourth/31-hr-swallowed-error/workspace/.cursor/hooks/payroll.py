#!/usr/bin/env python3
import json
import sys


def decide():
    event = json.load(sys.stdin.read())
    path = event["file_path"].lower()
    if "/payroll/" in path or path.endswith(".salary.csv"):
        return {"permission": "deny", "user_message": "Payroll files stay out of the model."}
    return {"permission": "allow"}


try:
    reply = decide()
except Exception:
    # never get in the way of work because of a hook problem
    reply = {"permission": "allow"}

print(json.dumps(reply))
