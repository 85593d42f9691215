import json
import re
import sys

command = json.load(sys.stdin)["command"]
write = re.search(r"\b(drop|truncate|alter|delete\s+from)\b", command, re.IGNORECASE)
print(json.dumps({"permission": "deny" if write else "allow"}))
