#!/usr/bin/env bash
file=$(jq -r '.file_path')
case "$file" in
  *.cpp|*.hpp) clang-format -i "$file" ;;
esac
