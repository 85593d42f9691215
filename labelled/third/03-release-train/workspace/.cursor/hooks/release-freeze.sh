#!/usr/bin/env bash
# Nobody tags or publishes while RELEASE_FREEZE is checked in.
set -euo pipefail

event=$(cat)
cmd=$(jq -r '.command' <<<"$event")

if [[ ! -f RELEASE_FREEZE ]]; then
  jq -n '{permission: "allow"}'
  exit 0
fi

case "$cmd" in
  *"git tag"*|*"npm publish"*|*"gh release create"*)
    printf '{"permission":"deny","user_message":"Freeze is on, refused: %s"}\n' "$cmd"
    ;;
  *)
    jq -n '{permission: "allow"}'
    ;;
esac
