#!/bin/sh
# Generated from: .claude/hookify.no-commit-push.local.md
# Description: Commit and push are two steps here: review what you committed before it leaves.
#
# This hook reads an event as JSON on stdin and prints its decision as JSON on stdout. It needs Python 3.
# To change the rule, edit the file it was generated from and run the import again.

if ! command -v python3 > /dev/null 2>&1; then
  echo "hookify-no-commit-push.sh: python3 was not found, so the action is refused. Install Python 3 (https://www.python.org) to use this rule." >&2
  exit 2
fi

# -I and -S keep the workspace, the environment and installed packages from changing what Python imports.
python3 -I -S -X utf8 -W ignore -c '
import json, os, re, sys

SCRIPT = "hookify-no-commit-push.sh"
MESSAGE = "Commit and push are two steps here: review what you committed before it leaves."
TITLED_MESSAGE = "**[no-commit-push]**\n" + MESSAGE

# For each event: when the rule applies, the reply if it does, and the reply otherwise.
RULE = {
    "beforeSubmitPrompt": {
        "when": {
            "fields": ["prompt"],
            "operator": "regex_match",
            "pattern": "/commit-push|/commits:commit-push",
        },
        "reply": {"continue": False, "user_message": TITLED_MESSAGE},
        "otherwise": {"continue": True},
    },
}

def refuse(reason):
    print(SCRIPT + ": " + reason + ", so the action is refused.", file=sys.stderr)
    sys.exit(2)

# The operators of hookify. An expression ignores upper and lower case, the others do not.
OPERATORS = {
    "regex_match": lambda text, pattern: re.search(pattern, text, re.IGNORECASE) is not None,
    "contains": lambda text, pattern: pattern in text,
    "not_contains": lambda text, pattern: pattern not in text,
    "equals": lambda text, pattern: text == pattern,
    "starts_with": lambda text, pattern: text.startswith(pattern),
    "ends_with": lambda text, pattern: text.endswith(pattern),
}

# Returns all values under a path such as edits.*.new_string, where * stands for every member.
def values_at(value, path):
    if not path:
        return [] if value is None else [value]
    if path[0] == "*":
        members = value.values() if isinstance(value, dict) else value if isinstance(value, list) else []
        return [found for member in members for found in values_at(member, path[1:])]
    if isinstance(value, dict) and path[0] in value:
        return values_at(value[path[0]], path[1:])
    return []

def holds(when, event):
    if "all" in when:
        return all(holds(part, event) for part in when["all"])
    if "any" in when:
        return any(holds(part, event) for part in when["any"])
    if "not" in when:
        return not holds(when["not"], event)
    found = [value for field in when["fields"] for value in values_at(event, field.split("."))]
    if when["operator"] == "present" or not found:
        return bool(found)
    if not all(isinstance(value, str) for value in found):
        raise ValueError("a field that must be text is not text")
    texts = [when["join"].join(found)] if "join" in when else found
    results = [OPERATORS[when["operator"]](text, when["pattern"]) for text in texts]
    return all(results) if when["operator"] == "not_contains" else any(results)

try:
    event = json.loads(sys.stdin.buffer.read().decode("utf-8-sig"))
except (ValueError, RecursionError):
    refuse("the event on stdin is not JSON")
name = event.get("hook_event_name") if isinstance(event, dict) else None
if not isinstance(name, str) or name not in RULE:
    refuse("this script does not handle the event on stdin")

try:
    applies = holds(RULE[name]["when"], event)
except Exception as error:
    refuse("the rule cannot be checked (" + str(error) + ")")
if applies and "stderr" in RULE[name]:
    print(RULE[name]["stderr"], file=sys.stderr)
print(json.dumps(RULE[name]["reply" if applies else "otherwise"]))
'

# Python ends with 0 after a reply and with 2 after a refusal. With any other status it did not run to its end.
status=$?
if [ $status -ne 0 ] && [ $status -ne 2 ]; then
  echo "hookify-no-commit-push.sh: python3 failed with status $status, so the action is refused." >&2
  exit 2
fi
exit $status
