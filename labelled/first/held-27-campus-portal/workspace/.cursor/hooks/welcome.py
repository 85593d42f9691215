import json
import sys

event = json.load(sys.stdin)
if event.get("is_background_agent"):
    text = "Background agents work on branches named bg/*."
else:
    text = "Ask before you touch the enrolment module."
print(json.dumps({"additional_context": text}))
