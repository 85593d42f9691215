"""At most six subagents per conversation."""
import json
import sys
from pathlib import Path

LIMIT = 6

event = json.load(sys.stdin)
safe = "".join(ch for ch in event["conversation_id"] if ch.isalnum() or ch == "-")
book = Path(".cursor/state") / f"{safe}.count"
book.parent.mkdir(parents=True, exist_ok=True)
used = int(book.read_text()) if book.exists() else 0

if used >= LIMIT:
    print(json.dumps({"permission": "deny", "user_message": f"Budget of {LIMIT} subagents is used up."}))
else:
    book.write_text(str(used + 1))
    print(json.dumps({"permission": "allow"}))
