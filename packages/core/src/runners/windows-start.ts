/**
 * Decides what starts a hook on Windows, which reads no `#!` line: the program itself, cmd.exe, an interpreter or PowerShell
 * (CONTRACT §5). The system's own programs are named by their full path and all others are searched in PATH, because Windows
 * would look into the workspace first.
 */
import { windowsEndings } from '../command-line.ts'

export interface Start {
  /** The program to start. */
  readonly shell: string
  readonly args: readonly string[]
  /** The arguments are one command line as it is, for cmd.exe, which has other rules for quotes than all other programs. */
  readonly verbatim?: true
  /** The program with its arguments, if the shell would only start it. Only what may not start is left to the shell. */
  readonly direct?: readonly string[]
  /** What the program prints first if it does what it was started for. */
  readonly proof?: string
}
export interface NotStarted {
  readonly problem: string
}
interface WindowsContext {
  readonly cwd: string
  readonly env: Readonly<Record<string, string>>
  isFile(path: string, directory: string): boolean
}

/** The first line of what our PowerShell text prints. A PowerShell that ends without it has not run the command. */
const proof = '#hookline-command-begins#'

/** How PowerShell runs a text. By default, `-Command` turns every failing exit code into 1, so exit code 2 would no longer block. */
export function powerShell(program: string, text: string): Start {
  const exit = '$hooklineOk = $?; if ($null -ne $LASTEXITCODE) { exit $LASTEXITCODE }; if (-not $hooklineOk) { exit 1 }'
  const args = ['-NoProfile', '-NonInteractive', '-ExecutionPolicy', 'Bypass', '-Command', `${text}\n${exit}`]
  return { shell: program, args }
}

/** The same for a hook: reads and prints UTF-8 instead of the console's code page, and proves that it runs at all. */
const provenPowerShell = (text: string, env: WindowsContext['env']): Start => ({
  ...powerShell(systemProgram('WindowsPowerShell\\v1.0\\powershell.exe', env), `${utf8}\n'${proof}'\n${text}`),
  proof,
})
/** A locked-down PowerShell refuses to set these; the hook runs all the same. */
const utf8 =
  'try { [Console]::InputEncoding = [Console]::OutputEncoding = $OutputEncoding = New-Object System.Text.UTF8Encoding $false } catch { }'

/** A command with shell syntax is PowerShell's; one program with plain arguments is started without it. */
export function startText(command: string, isWholePath: boolean, context: WindowsContext): Start | NotStarted {
  const words = isWholePath ? [command] : readPlainWords(command)
  const [program, ...args] = words ?? []
  const started = program === undefined ? undefined : startWords(program, args, context, isDirectName)
  return started ?? provenPowerShell(command, context.env)
}

/** An entry with `args`, which no shell reads. */
export function startArgs(program: string, args: readonly string[], context: WindowsContext): Start | NotStarted {
  return startWords(program, args, context, () => true) ?? callByName(program, args, context)
}

/** A text for the shell that an entry names. */
export function startNamedShell(
  shell: 'bash' | 'powershell',
  text: string,
  context: WindowsContext,
): Start | NotStarted {
  if (shell === 'powershell') return provenPowerShell(text, context.env)
  const program = findOnPath('bash.exe', context)
  return program === undefined
    ? { problem: 'bash.exe is not in a directory of PATH' }
    : { shell: program, args: ['-c', text] }
}

/** PowerShell also finds a program of the Windows store, which is not a file to others. If there is none, it fails. */
const callByName = (name: string, args: readonly string[], { env }: WindowsContext): Start | NotStarted =>
  // PowerShell before version 7.3 passes these on changed.
  args.some((word) => /"|\\$/.test(word) || word === '')
    ? { problem: `${name} is not in a directory of PATH` }
    : provenPowerShell(`& ${[name, ...args].map(quote).join(' ')}`, env)

/** What a program printed without the proof. It has failed if it says success without one. */
export function checkProof(stdout: string, expected: string): string | undefined {
  const text = stdout.startsWith('\ufeff') ? stdout.slice(1) : stdout
  return text.startsWith(expected) ? text.slice(expected.length).replace(/^\r?\n/, '') : undefined
}

/** The words of a command that mean the same to PowerShell, to cmd.exe and to people; undefined if it has any syntax. */
function readPlainWords(command: string): readonly string[] | undefined {
  const text = command.trim().replace(/^&\s+/, '')
  if (
    !/^(?:"[^"$`%\n\r]+"|'[^'%"\n\r]+'|[\w.\\/:+=-]+)(?:[ \t]+(?:"[^"$`%\n\r]*"|'[^'%"\n\r]*'|[\w.\\/:+=-]+))*$/.test(
      text,
    )
  )
    return undefined
  return [...text.matchAll(/"([^"]*)"|'([^']*)'|([^ \t]+)/g)].map(
    ([, double, single, bare]) => double ?? single ?? bare ?? '',
  )
}

/** Names that PowerShell has no command of its own for. Its own PowerShell is started with a proof, so not by itself. */
const isDirectName = (name: string): boolean =>
  /^(node|npx|npm|pnpm|yarn|bun|bunx|deno|tsx|ts-node|python[\d.]*|py|uv|uvx|ruby|perl|php|java|go|dotnet|bash|sh|cmd|git|gh|jq|hookline)(\.exe|\.cmd)?$/i.test(
    name,
  ) || /^(?!powershell\.|pwsh\.)[\w.+-]+\.(exe|com|cmd|bat)$/i.test(name)

/** Undefined if PowerShell has to find out what the name means. */
function startWords(
  program: string,
  args: readonly string[],
  context: WindowsContext,
  isDirect: (name: string) => boolean,
): Start | NotStarted | undefined {
  if (!/[\\/]/.test(program)) {
    if (!isDirect(program)) return undefined
    const found = findOnPath(program, context)
    return found === undefined ? undefined : startFile(found, args, context)
  }
  const path = program.replaceAll('/', '\\')
  if (context.isFile(path, context.cwd)) return startFile(path, args, context)
  const completed = windowsEndings.map((ending) => `${path}${ending}`).find((one) => context.isFile(one, context.cwd))
  if (completed !== undefined) return startFile(completed, args, context)
  return { problem: `${program} does not exist in the hook's working directory ${context.cwd}` }
}

/** The interpreters of a file by its extension, in order of preference. Windows would open such a file in a window of its own. */
const interpreters: readonly (readonly [RegExp, readonly string[]])[] = [
  [/\.[cm]?[jt]s$/i, ['node.exe']],
  [/\.py$/i, ['py.exe', 'python3.exe', 'python.exe']],
]

function startFile(path: string, args: readonly string[], context: WindowsContext): Start | NotStarted {
  if (/\.(exe|com)$/i.test(path)) return { shell: absolute(path, context.cwd), args }
  if (/\.(cmd|bat)$/i.test(path)) return startBatch(path, args, context)
  if (/\.ps1$/i.test(path)) return provenPowerShell(`& ${[path, ...args].map(quote).join(' ')}`, context.env)
  const names = interpreters.find(([files]) => files.test(path))?.[1]
  if (names === undefined)
    return /\.[^.\\]+$/.test(path)
      ? { problem: `Windows has no interpreter for ${path}; name its interpreter in the command` }
      : { problem: `${path} has no extension, so Windows cannot run it; name its interpreter in the command` }
  const found = names.flatMap((name) => findOnPath(name, context) ?? [])[0]
  if (found === undefined) return callByName(names.at(-1) ?? '', [path, ...args], context)
  return { shell: found, args: [path, ...args] }
}

/** `/d` runs no program of the registry, and `/s` removes only the outer quotes. cmd.exe replaces `%NAME%` even in quotes. */
function startBatch(path: string, args: readonly string[], { env }: WindowsContext): Start | NotStarted {
  const unsafe = [path, ...args].find((word) => /["%\r\n]|\\$/.test(word))
  if (unsafe !== undefined) return { problem: `cmd.exe cannot pass ${JSON.stringify(unsafe)} to ${path} unchanged` }
  const words = [`"${path}"`, ...args.map((word) => (/^[\w.\\/:+=-]+$/.test(word) ? word : `"${word}"`))]
  return {
    shell: systemProgram('cmd.exe', env),
    args: ['/d', '/v:off', '/s', '/c', `"${words.join(' ')}"`],
    verbatim: true,
  }
}

const quote = (word: string): string => `'${word.replaceAll("'", "''")}'`

const isAbsolute = (path: string): boolean => /^([A-Za-z]:[\\/]|[\\/]{2})/.test(path)
const absolute = (path: string, cwd: string): string => (isAbsolute(path) ? path : `${cwd}\\${path}`)

/** Only absolute directories count: a relative one is part of the workspace. */
function findOnPath(name: string, { env, isFile }: WindowsContext): string | undefined {
  const endings = /\.(exe|com|cmd|bat)$/i.test(name) ? [''] : ['.com', '.exe', '.bat', '.cmd']
  for (const directory of variable('PATH', env).split(';')) {
    const plain = directory.replaceAll('"', '')
    if (!isAbsolute(plain)) continue
    const found = endings.find((ending) => isFile(`${name}${ending}`, plain))
    if (found !== undefined) return `${plain.replace(/[\\/]+$/, '')}\\${name}${found}`
  }
  return undefined
}

export const systemProgram = (name: string, env: WindowsContext['env']): string =>
  `${variable('SystemRoot', env) || 'C:\\Windows'}\\System32\\${name}`

/** Windows does not distinguish capitals in the names of variables. */
const variable = (name: string, env: WindowsContext['env']): string =>
  env[name] ?? env[Object.keys(env).find((one) => one.toUpperCase() === name.toUpperCase()) ?? ''] ?? ''
