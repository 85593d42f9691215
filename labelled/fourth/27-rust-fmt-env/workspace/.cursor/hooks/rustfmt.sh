#!/bin/sh
cat >/dev/null
case "$CURSOR_FILE_PATH" in
  *.rs) rustfmt --edition 2021 "$CURSOR_FILE_PATH" ;;
esac
exit 0
