#!/usr/bin/env bash
file=$(jq -r '.file_path')
[[ $file == *.php ]] || exit 0
php -l "$file" >&2
