#!/bin/sh
cat > /dev/null
printf '\a' > /dev/tty 2>/dev/null || true
