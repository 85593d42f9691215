#!/usr/bin/env bash
# Tells every new conversation what day it is and which note file to keep.
cat >/dev/null
jq -n --arg day "$(date +%F)" \
  '{additional_context: ("Today is " + $day + ". Keep working notes in NOTES.md at the root.")}'
