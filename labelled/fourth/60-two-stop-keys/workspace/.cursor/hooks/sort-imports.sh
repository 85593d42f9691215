#!/usr/bin/env bash
file=$(python3 -c 'import json,sys; print(json.load(sys.stdin)["file_path"])')
[[ $file == *.py ]] && isort --quiet "$file"
exit 0
