#!/usr/bin/env bash
# Lint the web package once the agent says it is done.
set -u

status=$(jq -r '.status')
[[ "$status" == completed ]] || exit 0

if npm --prefix packages/web run lint; then
  echo '{}'
else
  jq -n '{followup_message: "npm run lint fails in packages/web. Please fix what it reports."}'
fi
