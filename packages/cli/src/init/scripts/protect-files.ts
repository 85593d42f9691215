/** `protect-files.sh`: a sample guard before files are read or written. */
import { shField } from '../../new/sh-field.ts'

export const protectFiles = `#!/bin/sh
# protect-files, for beforeReadFile, beforeTabFileRead and preToolUse (Write, Delete): keeps secrets away from the agent.
# Shell commands are not looked at: "cat .env" is for a guard of its own.

${shField}

# The list to edit. Names are compared in lower case, as they are given and as the links lead.
is_protected() {
  case $(printf '%s' "\${1##*/}" | tr '[:upper:]' '[:lower:]') in
    .env.example | .env.sample | .env.template | .env.dist) return 1 ;;
    .env | .env.* | *.pem | *.key | *.p12 | *.pfx | id_rsa | id_dsa | id_ecdsa | id_ed25519 | .netrc) return 0 ;;
    *) return 1 ;;
  esac
}

# Exit code 2 is a no: a gate that cannot read its input refuses.
input=$(cat)
event=$(printf '%s' "$input" | field hook_event_name) || exit 2

# The event's own path, or the one the tool is called with.
path=$(printf '%s' "$input" | field file_path) ||
  path=$(printf '%s' "$input" | field file_path 2) ||
  path=$(printf '%s' "$input" | field target_file 2) ||
  path=$(printf '%s' "$input" | field path 2) || path=
real=$(readlink -f -- "$path" 2> /dev/null) || real=$path

if ! is_protected "$path" && ! is_protected "$real"; then
  echo '{ "permission": "allow" }'
elif [ "$event" = beforeTabFileRead ]; then
  # Inline completion has nobody to give a message to.
  echo '{ "permission": "deny" }'
else
  cat <<'JSON'
{
  "permission": "deny",
  "user_message": "protect-files: this file holds secrets. Ask the person for what you need from it."
}
JSON
fi
`
