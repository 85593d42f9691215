#!/bin/bash
# Generated from: .claude/hookify.block-grep-extended.local.md

INPUT="$1"

if echo "$INPUT" | grep -qE 'grep\s+-E\b'; then
  cat <<'EOF'
{
  "permission": "deny",
  "userMessage": "grep -E blocked! The -E flag doesn't work correctly on macOS systems. Use -e instead.",
  "agentMessage": "The -E flag doesn't work correctly on macOS systems. Use -e instead."
}
EOF
  exit 0
fi

echo '{"permission": "allow"}'
