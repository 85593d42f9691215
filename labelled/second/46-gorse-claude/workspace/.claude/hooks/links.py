import json
import sys

event = json.load(sys.stdin)
answer = json.dumps(event.get("tool_response", ""))
if "rate limit" in answer.lower():
    print(f"{event['tool_name']} ran into the rate limit; wait a minute before the next call.", file=sys.stderr)
    sys.exit(2)
