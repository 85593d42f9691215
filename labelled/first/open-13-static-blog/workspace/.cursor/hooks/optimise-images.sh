#!/bin/sh
file=$(jq -r .file_path)
case "$file" in
  *.png) command -v oxipng >/dev/null 2>&1 && oxipng -q "$file" ;;
  *.svg) command -v svgo >/dev/null 2>&1 && svgo -q "$file" ;;
esac
exit 0
