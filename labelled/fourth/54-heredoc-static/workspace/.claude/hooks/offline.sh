#!/bin/sh
# The answer is always the same, so the payload is thrown away and the JSON is fixed text.
cat >/dev/null
cat <<'EOF'
{
  "hookSpecificOutput": {
    "hookEventName": "PreToolUse",
    "permissionDecision": "deny",
    "permissionDecisionReason": "Offline project: costs $0, no web. Use the manuals in vendor/docs."
  }
}
EOF
