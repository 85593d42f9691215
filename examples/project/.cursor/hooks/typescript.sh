#!/bin/sh
# Runs a TypeScript hook with whatever here can: bun, or Node 22.6 and later, which take the types off by themselves.
# With neither it fails and says so; an event that fails open then goes on without the hook.

if command -v bun > /dev/null 2>&1; then exec bun run "$@"; fi
if node --experimental-strip-types -e 0 > /dev/null 2>&1; then
  exec node --experimental-strip-types --disable-warning=ExperimentalWarning "$@"
fi
echo "typescript.sh: $1 needs bun, or Node 22.6 or later" >&2
exit 1
