"""touched: remember edited files.  finish: ask for a changelog line when src/ was edited."""
import json
import os
import pathlib
import sys

ROOT = pathlib.Path(os.environ.get("CLAUDE_PROJECT_DIR", "."))
LIST = ROOT / ".agent-touched"


def touched(event):
    with LIST.open("a", encoding="utf-8") as out:
        print(event["file_path"], file=out)


def finish(event):
    if event.get("stop_hook_active") or event.get("loop_count", 0) > 0 or not LIST.exists():
        return
    files = set(LIST.read_text(encoding="utf-8").splitlines())
    LIST.unlink()
    if any("/src/" in f for f in files) and not any(f.endswith("CHANGELOG.md") for f in files):
        print(json.dumps({"decision": "block", "reason": "src/ changed: add a line to CHANGELOG.md."}))


if __name__ == "__main__":
    {"touched": touched, "finish": finish}[sys.argv[1]](json.load(sys.stdin))
