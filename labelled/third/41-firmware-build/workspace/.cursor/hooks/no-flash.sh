#!/usr/bin/env bash
cmd=$(jq -r '.tool_input.command // ""')
if [[ $cmd =~ (st-flash|esptool(\.py)?|openocd) ]]; then
  jq -n '{permission: "deny",
    user_message: "Flashing is done at the bench, by hand.",
    agent_message: "Build only. Never flash a board."}'
else
  jq -n '{permission: "allow"}'
fi
