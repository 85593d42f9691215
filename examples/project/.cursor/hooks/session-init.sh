#!/bin/sh
# sessionStart: names the session for later hooks ("env") and gives the agent the rules ("additional_context").

cat > /dev/null # The input is not needed, but a hook that reads it never surprises the one who writes.

# The name of a directory can contain anything: control characters are removed, backslash and quotation mark are escaped.
name=$(basename -- "$CURSOR_PROJECT_DIR" | LC_ALL=C tr -d '\000-\037' | sed 's/[\\"]/\\&/g')

printf '{ "env": { "AUDIT_TAG": "%s" }, "additional_context": "%s" }\n' \
  "$name" "Project $name. Publish with gh, never with git. Secrets in files are hidden from you on purpose."
