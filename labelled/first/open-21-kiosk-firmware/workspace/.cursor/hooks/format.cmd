:; exec node "$(dirname "$0")/format.cjs" "$@"
@echo off
node "%~dp0format.cjs" %*
