#!/usr/bin/env bash
path=$(jq -r '.file_path')
if [[ "$path" == *.go ]]; then
  gofmt -w "$path"
fi
exit 0
