/** `~/.cursor/hooks/beforePromptSubmit.sh`: the sample that `hookline init --user` writes. */
export const userSample = String.raw`#!/bin/sh
# A sample, for beforeSubmitPrompt: logs that a prompt was sent, and how long the event was, and answers {}: no opinion.
# The log is yours alone (0600): $XDG_STATE_HOME/hookline/agent.log. The prompt itself is not copied.

length=$(wc -c | tr -d ' ')

umask 077
directory=${'$'}{XDG_STATE_HOME:-$HOME/.local/state}/hookline
mkdir -p "$directory" &&
  printf '%s beforeSubmitPrompt %s bytes\n' "$(date -u +%Y-%m-%dT%H:%M:%SZ)" "$length" >> "$directory/agent.log"

echo '{}'
`
