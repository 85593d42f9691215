# sourced, not run
field() { jq -r --arg k "$1" '.[$k] // ""'; }

deny() {
  jq -n --arg t "$1" --arg why "$2" \
    '{permission: "deny", user_message: ($t + ": " + $why), agent_message: $why}'
}
