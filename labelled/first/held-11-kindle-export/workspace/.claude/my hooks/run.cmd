: << 'CMDBLOCK'
@echo off
where bash >nul 2>nul
if %ERRORLEVEL% neq 0 exit /b 0
bash "%~dp0%~1" %2 %3
exit /b %ERRORLEVEL%
CMDBLOCK

# sh from here on
here=$(cd "$(dirname "$0")" && pwd)
name=$1
shift
exec bash "$here/$name" "$@"
