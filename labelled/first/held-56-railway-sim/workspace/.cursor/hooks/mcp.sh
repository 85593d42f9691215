#!/usr/bin/env bash
set -u
IFS= read -r -d '' event || true   # read returns 1 at the end of input; that is fine

# tool_input is JSON text
jq -c '
  (.tool_input | fromjson? // {}) as $in
  | if (.tool_name | test("^(set|throw)_")) and (($in.station // "") | startswith("live"))
    then {permission: "deny",
          user_message: "\(.tool_name) on \($in.station) is not simulated.",
          agent_message: "Use a station that starts with sim-."}
    else {permission: "allow"} end
' <<<"$event"
