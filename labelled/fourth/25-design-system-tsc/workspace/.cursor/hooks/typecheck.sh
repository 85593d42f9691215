#!/usr/bin/env bash
cat >/dev/null
cd "$CURSOR_PROJECT_DIR" || exit 0
out=$(npx --no-install tsc --noEmit --watch --pretty false 2>&1)
if [ $? -ne 0 ]; then
  OUT="$out" node -e 'console.log(JSON.stringify({ followup_message: "Type errors:\n" + process.env.OUT.slice(0, 2000) }))'
else
  echo '{}'
fi
