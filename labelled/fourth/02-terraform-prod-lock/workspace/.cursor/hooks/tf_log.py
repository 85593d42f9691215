import json, os, sys, time
data = json.load(sys.stdin)
if data.get("command", "").startswith("terraform "):
    root = os.environ["CURSOR_PROJECT_DIR"]
    with open(os.path.join(root, ".cursor", "terraform.log"), "a", encoding="utf-8") as fh:
        fh.write(json.dumps({"t": int(time.time()), "cmd": data["command"], "ms": data.get("duration")}) + "\n")
