#!/bin/sh
command=$(jq -r '.tool_input.command')
case $command in
  *'git push'*) ;;
  *) exit 0 ;;
esac
branch=$(git symbolic-ref --quiet --short HEAD) || exit 0
if [ "$branch" = main ]; then
  echo "You are on main; make a branch first." >&2
  exit 2
fi
