#!/bin/sh
if jq -r '.command' | grep -Eq 'migrate:(fresh|reset|refresh)|db:wipe'; then
  echo 'The shared database is not wiped from here. Use the sqlite copy.' >&2
  exit 2
fi
