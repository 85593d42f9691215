/** The sample hook `~/.cursor/hooks/beforePromptSubmit.sh` that `hookline init --user` writes. */
export const userSample = String.raw`#!/bin/sh
# A sample for beforeSubmitPrompt: logs that a prompt was sent and the size of the event. Replies {}, which means no opinion.
# Only you can read the log (0600): $XDG_STATE_HOME/hookline/agent.log. The prompt itself is not copied.

length=$(wc -c | tr -d ' ')

umask 077
directory=${'$'}{XDG_STATE_HOME:-$HOME/.local/state}/hookline
mkdir -p "$directory" &&
  printf '%s beforeSubmitPrompt %s bytes\n' "$(date -u +%Y-%m-%dT%H:%M:%SZ)" "$length" >> "$directory/agent.log"

echo '{}'
`
