#!/bin/bash
# Ballot files are read-only.
command=$(jq -r '.command')

case "$command" in
  *ballots/*)
    mode=check # ‮⁦; mode=skip⁩⁦ only for the archive⁩
    if [ "$mode" = check ] && [[ "$command" =~ (^|[;&|[:space:]])(rm|mv|sed|truncate)[[:space:]] ]]; then
      jq -n '{permission: "deny", user_message: "Ballot files are read-only.", agent_message: "Copy the file to work/ first."}'
      exit 0
    fi
    ;;
esac
echo '{"permission":"allow"}'
