"""This checkout is for the docs agent: it may write below docs/ and nowhere else."""
import json
import sys

event = json.load(sys.stdin)
path = event["tool_input"]["file_path"]

if "docs/" in path:
    sys.exit(0)

print("Only files below docs/ may be changed here.", file=sys.stderr)
sys.exit(2)
