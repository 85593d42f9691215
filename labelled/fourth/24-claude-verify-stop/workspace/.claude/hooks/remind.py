import json
import sys

event = json.load(sys.stdin)

print(json.dumps({
    "decision": "block",
    "reason": "Before you stop: run `make check`, update docs/STATUS.md and list the files you changed.",
}))
