import json
import os
import sys

event = json.load(sys.stdin)
path = event["file_path"]

if path.endswith((".py", ".pyi")):
    os.system(f"black --quiet {path} && isort --quiet {path}")
elif path.endswith(".ipynb"):
    os.system("nbstripout '" + path + "'")
