import json
import sys

event = json.load(sys.stdin)
sql = event["tool_input"].get("sql", "").lstrip().lower()

if not sql.startswith(("select", "with", "explain", "show")):
    print("Only reading statements are allowed on this connection.", file=sys.stderr)
    sys.exit(2)
