#!/bin/sh
file=$(jq -r '.file_path')
case "$file" in
  *.rs) rustfmt --edition 2021 "$file" ;;
esac
