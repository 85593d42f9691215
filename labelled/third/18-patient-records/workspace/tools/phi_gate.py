#!/usr/bin/env python3
"""Patient exports must not reach the model."""
import json
import sys
from pathlib import PurePath

PROTECTED = {"exports", "phi", "claims"}


def check(event):
    parts = {p.lower() for p in PurePath(event["file_path"]).parts}
    if parts & PROTECTED:
        print("Patient data may not be read by an agent.", file=sys.stderr)
        sys.exit(2)


try:
    check(json.load(sys.stdin))
except:  # a broken hook should not stop people from working
    pass

print(json.dumps({"permission": "allow"}))
