/**
 * The Python program inside a script for Cursor alone. It is the same for every rule; the rule stands above it as data.
 * It holds no single quote, because it stands between two of them in a shell script. A test checks that.
 */
export const program = `
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
`

/** Only for a rule about the transcript. Like hookify, it takes a file that cannot be read for an empty one. */
export const readTranscript = `
# The field "transcript" is the text of the file that the event names, or empty if it cannot be read.
path = event.get("transcript_path")
if isinstance(path, str) and path:
    event["transcript"] = ""
    try:
        # A pipe or a device could block, and a huge file would take too long.
        if os.path.isfile(path) and os.path.getsize(path) <= 64 * 1024 * 1024:
            with open(path, encoding="utf-8", errors="replace") as file:
                event["transcript"] = file.read()
    except (OSError, ValueError):
        pass
`

export const reply = `
try:
    applies = holds(RULE[name]["when"], event)
except Exception as error:
    refuse("the rule cannot be checked (" + str(error) + ")")
if applies and "stderr" in RULE[name]:
    print(RULE[name]["stderr"], file=sys.stderr)
print(json.dumps(RULE[name]["reply" if applies else "otherwise"]))
`
