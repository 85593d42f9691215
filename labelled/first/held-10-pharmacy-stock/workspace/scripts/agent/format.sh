#!/usr/bin/env bash
file=$(jq -r '.file_path')
[[ "$file" == *.kt ]] && ktlint -F "$file" >/dev/null 2>&1
exit 0
