import json, sys
sys.stdin.read()
print(json.dumps({"env": {"RUFF_CACHE_DIR": "/tmp/ruff-agent"}, "additional_context": "Use uv, never pip."}))
