#!/usr/bin/env bash
set -uo pipefail

cmd=$(jq -r '.command')
context=$(kubectl config current-context 2>/dev/null || echo none)

refuse() {
  jq -cn --arg ctx "$context" --arg what "$1" '{
    permission: "deny",
    user_message: ($what + " while the context is " + $ctx),
    agent_message: "Switch to a dev context first (make use-dev)."
  }' >&2
  exit 0
}

case "$context" in
  *prod*)
    case "$cmd" in
      *delete*|*"helm uninstall"*|*scale*) refuse "Refused a destructive command" ;;
    esac
    ;;
esac

echo '{"permission":"allow"}'
