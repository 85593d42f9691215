#!/bin/sh
cat > /dev/null
[ -f docs/STYLE.md ] || exit 0
jq -Rs '{additional_context: .}' < docs/STYLE.md
