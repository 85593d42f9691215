$path = $env:CURSOR_FILE_PATH
if ($path -and $path.EndsWith('.cs')) {
    dotnet csharpier format $path | Out-Null
}
exit 0
