import json
import subprocess
import sys

path = json.load(sys.stdin)["file_path"]
if path.endswith(".py"):
    subprocess.run(["ruff", "check", "--fix", "--quiet", path], check=False)
    subprocess.run(["ruff", "format", "--quiet", path], check=False)
