#!/usr/bin/env bash
file=$(jq -r '.file_path')
cmd="aspell list --lang=en < $file"
eval "$cmd" | sort -u > .spelling
