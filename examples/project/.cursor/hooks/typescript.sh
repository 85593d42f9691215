#!/bin/sh
# Runs a TypeScript hook with bun, or with Node 22.6 or later, which strip the types themselves.
# With neither it fails with a message. An event that fails open then continues without the hook.

if command -v bun > /dev/null 2>&1; then exec bun run "$@"; fi
if node --experimental-strip-types -e 0 > /dev/null 2>&1; then
  exec node --experimental-strip-types --disable-warning=ExperimentalWarning "$@"
fi
echo "typescript.sh: $1 needs bun, or Node 22.6 or later" >&2
exit 1
