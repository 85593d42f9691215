cat >/dev/null
mkdir -p storage/agent
date -u +%s > storage/agent/last-stop
