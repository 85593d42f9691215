#!/bin/sh
# only ever called for git push, so no need to look at the payload
cat >/dev/null
echo "Pushing is done by the maintainer. Leave the branch local and say so." >&2
exit 2
