import datetime
import json
import sys
from pathlib import Path

AUDIT = Path("/home/rowan-dev/work/tundra-ml/.audit/mcp.jsonl")


def main() -> int:
    event = json.load(sys.stdin)
    row = {
        "at": datetime.datetime.now(datetime.timezone.utc).isoformat(),
        "tool": event["tool_name"],
        "input": json.loads(event["tool_input"] or "{}"),
        "ms": event.get("duration"),
        "bytes": len(event.get("result_json") or ""),
    }
    with AUDIT.open("a", encoding="utf-8") as out:
        out.write(json.dumps(row) + "\n")
    return 0


sys.exit(main())
