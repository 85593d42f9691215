/** Decides whether code in any language connects a shell to the network, or runs what it receives. */

/** How languages open a connection. */
const connects = new RegExp(
  [
    String.raw`\bsockets?\b|\bsocket\s*\(|fsockopen|stream_socket_client|pfsockopen|socketConnection|TCPSocket|TcpClient|TCPClient|TcpStream`,
    String.raw`open_connection|create_connection|IO::Socket|\/inet\/(tcp|udp)\/|net\.(connect|Socket|createConnection|Dial)|tls\.(connect|Dial)`,
    String.raw`require\(["'](node:)?(net|tls)["']\)|(Deno|Bun)\.connect|\bWebSocket\s*\(|HTTP::Tiny|asyncio\.open_`,
  ].join('|'),
  'i',
)
/** The name of a shell, alone or with the option for interactive use. */
const namesShell =
  /["'`\s:(](\/(usr\/)?bin\/)?(ba|z|da|k|a)?sh(\.exe)?(["'`]|\s+-[ic]\b|\s*[<>]&)|["'`]((cmd|powershell)(\.exe)?)["'`]|pty\.spawn|\bdup2\b/
const starts =
  /(system|popen|exec\w*|spawn\w*|check_output|getoutput|shell_exec|passthru|proc_open|subprocess|child_process|Command|ProcessBuilder|getRuntime|os\.execute|\biex\b|Invoke-Expression|pty\.|dup2|fork|\b(read|run)\(\s*`)/i
/** The code runs what it reads. */
const obeys =
  /(recv|readline|readLines?|fgets|\bgets\b|receive|getline|on\(["']data|\bdata\s*\(|while\s*<>|fdopen|GetStream|\.read\()/
const runsText =
  /(system|popen|\bexec(Sync|ute)?\b|spawnSync|check_output|getoutput|shell_exec|passthru|os\.execute|\biex\b|\|&?\s*getline|shell\s*=\s*True|`#\{|`\$_)/

export const joinsShell = (text: string): boolean =>
  connects.test(text) && ((namesShell.test(text) && starts.test(text)) || (obeys.test(text) && runsText.test(text)))
