#!/bin/bash
cat >/dev/null
mkdir -p build
date -u +%FT%TZ > build/last-agent-turn
