#!/usr/bin/env python3
import json
import os
import sys

event = json.load(sys.stdin)
path = event["tool_input"]["file_path"]

if path.endswith(".svg"):
    os.system(f"svgo --multipass {path} > /dev/null")
