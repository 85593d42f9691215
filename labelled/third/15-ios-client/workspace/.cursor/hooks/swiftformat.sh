#!/bin/bash
file=$(jq -r '.file_path')
[[ "$file" == *.swift ]] || exit 0
command -v swiftformat >/dev/null || exit 0
swiftformat --quiet "$file"
