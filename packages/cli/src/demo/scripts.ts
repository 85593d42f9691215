/** The hooks of the demonstration. Generated from examples/project/.cursor/hooks by `npm run generate`; edit there. */
export const scripts = {
  'audit.sh': String.raw`#!/bin/sh
# Any event: appends one line (time, event, tag) to a log that only its owner can read.
# The log is $AUDIT_LOG, else audit.log beside hooks.json. Payloads are not logged, because they contain prompts, file
# contents and command output. session-init.sh sets $AUDIT_TAG.

# Prints the top-level text field $1. Each JSON escape in it comes out as one \001; nested objects do not count.
field() {
  LC_ALL=C awk -v name="$1" '
    { gsub(/\\./, "\001"); n = split($0, part, "\"")
      for (i = 1; i <= n && !found; i++)
        if (i % 2) depth += gsub(/[{[]/, "", part[i]) - gsub(/[]}]/, "", part[i])
        else if (depth == 1 && part[i] == name && part[i + 1] ~ /^[ \t]*:[ \t]*$/) { found = 1; printf "%s", part[i + 2] } }'
}

# Beside hooks.json: a project's hooks run in its root, which has a .cursor folder; a user's hooks run in ~/.cursor itself.
folder=.
[ -d .cursor ] && folder=.cursor

umask 077
log=$AUDIT_LOG
[ -n "$log" ] || log=$folder/audit.log
event=$(field hook_event_name | tr -cd 'A-Za-z')
tag=$(printf '%s' "$AUDIT_TAG" | LC_ALL=C tr '\000-\037\177' '[?*]')

# A log that cannot be written is a failure of this hook. The shell's own exit code for it may be 2, which would deny.
# One write of less than a page: lines of hooks that run at the same time do not mix.
printf '%s %s %s\n' "$(date -u +%Y-%m-%dT%H:%M:%SZ)" "$event" "$tag" >> "$log" || exit 1
`,
  'block-git.sh': String.raw`#!/bin/sh
# beforeShellExecution: denies git, asks the user about gh, and allows everything else.
# A word counts anywhere in the command, so "grep git notes" is denied too: a guard should rather deny too much.
# The replies are constants, so that nothing in a command can break the JSON or remove the deny.

# Prints the top-level text field $1. Each JSON escape in it comes out as one \001; nested objects do not count.
field() {
  LC_ALL=C awk -v name="$1" '
    { gsub(/\\./, "\001"); n = split($0, part, "\"")
      for (i = 1; i <= n && !found; i++)
        if (i % 2) depth += gsub(/[{[]/, "", part[i]) - gsub(/[]}]/, "", part[i])
        else if (depth == 1 && part[i] == name && part[i + 1] ~ /^[ \t]*:[ \t]*$/) { found = 1; printf "%s", part[i + 2] } }'
}

# One word a line: cut at blanks, quotes, escapes and whatever ends a word in a shell. Paths lose their directory.
words=$(field command | LC_ALL=C tr '\001 \t;&|()<>{}$=\047\140' '[\n*]' | sed 's|.*/||')

if printf '%s\n' "$words" | grep -qx git; then
  cat <<'JSON'
{
  "permission": "deny",
  "user_message": "Git command blocked. Please use the GitHub CLI (gh) instead.",
  "agent_message": "Raw git commands are blocked in this project. Use gh, for example: gh pr create --draft"
}
JSON
elif printf '%s\n' "$words" | grep -qx gh; then
  cat <<'JSON'
{
  "permission": "ask",
  "user_message": "The agent wants to use the GitHub CLI with your account.",
  "agent_message": "Commands of gh need a person's approval."
}
JSON
else
  echo '{ "permission": "allow" }'
fi
`,
  'format.sh': String.raw`#!/bin/sh
# afterFileEdit, afterTabFileEdit: removes trailing blanks from a source file, only inside the workspace.
# Replace sed by your formatter. Markdown is not changed, because two blanks at the end of a line have a meaning there.

# Prints the top-level text field $1. Each JSON escape in it comes out as one \001; nested objects do not count.
field() {
  LC_ALL=C awk -v name="$1" '
    { gsub(/\\./, "\001"); n = split($0, part, "\"")
      for (i = 1; i <= n && !found; i++)
        if (i % 2) depth += gsub(/[{[]/, "", part[i]) - gsub(/[]}]/, "", part[i])
        else if (depth == 1 && part[i] == name && part[i + 1] ~ /^[ \t]*:[ \t]*$/) { found = 1; printf "%s", part[i + 2] } }'
}

path=$(field file_path)
case $path in
  *"$(printf '\001')"*) exit 0 ;; # JSON had to escape it: not a path this script can be sure of.
  *.css | *.html | *.js | *.json | *.jsx | *.mjs | *.py | *.sh | *.ts | *.tsx) ;;
  *) exit 0 ;;
esac

# Links out of the workspace are not followed, whether the file itself is a link or a directory above it.
[ -f "$path" ] && [ ! -L "$path" ] || exit 0
root=$(CDPATH='' cd -P -- "$CURSOR_PROJECT_DIR" && pwd -P) || exit 1
directory=$(CDPATH='' cd -P -- "$(dirname -- "$path")" && pwd -P) || exit 1
case $directory/ in
  "$root"/*) ;;
  *) exit 0 ;;
esac

formatted=$(mktemp) || exit 1
trap 'rm -f "$formatted"' EXIT
LC_ALL=C sed 's/[[:blank:]]*$//' "$path" > "$formatted" || exit 1
# Write into the same file, so that its owner, mode and hard links stay.
cmp -s "$path" "$formatted" || cat "$formatted" > "$path" || exit 1
`,
  'one-more-round.sh': String.raw`#!/bin/sh
# stop: asks for one more round, once. "loop_count" is the number of follow-ups in this conversation, and 0 at the first
# stop. (Hookline itself also ends a loop at the "loop_limit" of the entry, by default 5.)

input=$(cat)
case $input in
  *'"status":"completed"'* | *'"status": "completed"'*) ;;
  *) exit 0 ;;
esac
if printf '%s' "$input" | grep -Eq '"loop_count": *0[,} ]'; then
  echo '{ "followup_message": "Before you finish: read your change once more and say what you checked." }'
fi
`,
  'redact-secrets.mjs': String.raw`#!/usr/bin/env node
// beforeReadFile, beforeTabFileRead: the reader gets the file with its secrets replaced ("updated_content").
// It is written for Node, because a file can contain any character: unescaping and escaping them in sh without a JSON
// parser is error-prone, and a wrong reply here either leaks a secret or blocks every read.
// Only Hookline supports "updated_content". For other hosts, reply { "permission": "deny" } instead.
import { readFileSync } from 'node:fs'

const HIDDEN = '[hidden]'
// Each expression keeps its first group. They hide too much rather than too little, and every repetition is short,
// so that no file can make them slow.
const secrets = [
  /()-----BEGIN [A-Z ]{0,30}PRIVATE KEY-----[\s\S]*?(?:-----END [A-Z ]{0,30}PRIVATE KEY-----|$)/g,
  // NAME=value, name: value, "name": "value", if the name suggests a secret.
  /((?:secret|token|password|passwd|api_?key|private_?key)[\w-]{0,40}["']?[ \t]{0,8}[=:][ \t]{0,8})(?:"[^"\n]*"|'[^'\n]*'|[^\s"']*[^\s"',;])/gi,
  // Keys with a known format, anywhere in the file.
  /()\b(?:sk-[\w-]{16,}|gh[pousr]_\w{20,}|github_pat_\w{20,}|AKIA[0-9A-Z]{16}|xox[abprs]-[\w-]{10,})/g,
]

const input = JSON.parse(readFileSync(0, 'utf8'))
let count = 0
const hide = (all, kept) => {
  const value = all.slice(kept.length)
  const quote = /^["']/.test(value) ? value[0] : ''
  if (value === quote + HIDDEN + quote) return all
  count += 1
  return kept + quote + HIDDEN + quote
}
const content = secrets.reduce((text, secret) => text.replace(secret, hide), input.content)

const reply = { permission: 'allow' }
if (count > 0) reply.updated_content = content
// Inline completion cannot show a message, so only reads of the agent have one for the user.
if (count > 0 && input.hook_event_name === 'beforeReadFile') {
  reply.user_message = 'Secret values in this file were hidden from the agent.'
}
console.log(JSON.stringify(reply))
`,
  'session-init.sh': String.raw`#!/bin/sh
# sessionStart: names the session for later hooks ("env") and gives the agent the rules ("additional_context").

cat > /dev/null # The input is not needed, but a hook that reads it never surprises the one who writes.

# The name of a directory can contain anything: control characters are removed, backslash and quotation mark are escaped.
name=$(basename -- "$CURSOR_PROJECT_DIR" | LC_ALL=C tr -d '\000-\037' | sed 's/[\\"]/\\&/g')

printf '{ "env": { "AUDIT_TAG": "%s" }, "additional_context": "%s" }\n' \
  "$name" "Project $name. Publish with gh, never with git. Secrets in files are hidden from you on purpose."
`,
} as const
