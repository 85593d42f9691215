#!/usr/bin/env bash
set -euo pipefail
. "$(dirname "${BASH_SOURCE[0]}")/lib.sh"

file=$(jq -r '.tool_input.file_path')
if is_live_zone "$file"; then
  block "$file is a live zone; edit zones/staging and promote it."
fi
