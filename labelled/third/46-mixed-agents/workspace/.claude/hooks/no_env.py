import json
import sys
from pathlib import PurePath

data = json.load(sys.stdin)
name = PurePath(data["tool_input"].get("file_path", "")).name
if name == ".env" or (name.startswith(".env.") and name != ".env.example"):
    sys.stderr.write(f"{name} is off limits; read .env.example instead.\n")
    raise SystemExit(2)
