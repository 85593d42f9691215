/** Runs a command hook: decides what the shell is given, and leaves the process to the port. */
import { directoryVariables } from '../agents/list.ts'
import { commandLine } from '../command-line.ts'
import type { Entry, NamedShell, Raw, RawEnd } from '../flow.ts'
import type { Job, Platform, Runner } from '../ports.ts'
import { hint } from './command-hint.ts'

/** One process to run. */
export interface SpawnRequest {
  /** The program that is started: a shell, or the entry's own program. */
  readonly shell: string
  readonly args: readonly string[]
  readonly cwd: string
  readonly env: Readonly<Record<string, string>>
  readonly stdin: string
  /** The variable that is to name an empty file of the hook's own; its text comes back as `Raw.variables`. */
  readonly variablesFile?: string
  readonly timeoutMs: number
  readonly signal: AbortSignal
  /** Whose hook it is: what one process may have kept is never handed to one of another source. */
  readonly pool: string
}

/** Processes and the few facts about files that starting one needs. Contract: never throws, never rejects. */
export interface Spawn {
  readonly system: Platform['system']
  run(request: SpawnRequest): Promise<Raw>
  /** Makes ready, off the hot path, what the first run would otherwise wait for. */
  warm(): void
  /** A regular file of that name is there, seen from the directory. */
  isFile(path: string, directory: string): boolean
  /** For a message after a hook could not be executed; undefined when there is no such file. */
  inspect(path: string, directory: string): Inspected | undefined
  close(): Promise<void>
}
export interface Inspected {
  readonly executable: boolean
  /** The first bytes, at most a line or two. */
  readonly head: string
}

export function commandRunner(spawn: Spawn): Runner {
  return {
    type: 'command',
    run: async (job) => refusal(job, spawn) ?? explained(await spawn.run(request(job, spawn)), job.entry, spawn),
    close: () => spawn.close(),
  }
}

/** What keeps the process from being started at all. */
function refusal({ entry, missing }: Job, spawn: Spawn): Raw | undefined {
  const { command, args } = entry
  if (command === undefined) return ended({ kind: 'config', message: 'the entry has no command' })
  if (args !== undefined) return undefined
  for (const [name, reason] of Object.entries(missing)) {
    if (!namesVariable(command, name)) continue
    const message = `the command names \${${name}}, which could not be exported: it ${reason}; read it from stdin instead`
    return ended({ kind: 'placeholder', message })
  }
  const script =
    spawn.system === 'win32' && entry.shell === undefined ? extensionless(command, entry.cwd, spawn) : undefined
  if (script === undefined) return undefined
  const message = `${script} has no extension, so Windows has no program for it: name its interpreter in the command`
  return ended({ kind: 'spawn', message })
}

const ended = (end: RawEnd): Raw => ({ end, stdout: '', stderr: '' })

/** `$name`, `${name}`, `${name:-…}`, `${#name}`, PowerShell's `$env:name`. Quoting is not looked at: a refusal too many is safe. */
export function namesVariable(command: string, name: string): boolean {
  const inShell = new RegExp(`\\$(?:${name}|\\{[#!]?${name})(?![A-Za-z0-9_])`)
  const inPowerShell = new RegExp(`\\$\\{?env:${name}(?![A-Za-z0-9_])`, 'i')
  return inShell.test(command) || inPowerShell.test(command)
}

function request({ entry, env, stdin, variablesFile, timeoutMs, signal }: Job, spawn: Spawn): SpawnRequest {
  return {
    ...startOf(entry, spawn, env),
    cwd: entry.cwd,
    env,
    stdin,
    ...(variablesFile === undefined ? {} : { variablesFile }),
    timeoutMs,
    signal,
    pool: entry.origin.source,
  }
}

/** What is started for an entry: its program with its arguments, or the shell with its text. */
export function startOf(
  { command = '', args, shell, cwd }: Entry,
  spawn: Pick<Spawn, 'system' | 'isFile'>,
  env: Readonly<Record<string, string>>,
): Shell {
  if (args !== undefined)
    return { shell: withDirectories(command, env), args: args.map((word) => withDirectories(word, env)) }
  const path = isWholePath(command, cwd, spawn) ? command : undefined
  if (shell !== undefined) return namedShell(shell, spawn.system, command)
  return path === undefined ? shellFor(spawn.system, command) : shellForPath(spawn.system, path)
}

/** How the shell that an entry names runs its text. Where there is none, starting it fails as with any missing program. */
function namedShell(shell: NamedShell, system: Platform['system'], command: string): Shell {
  if (shell === 'bash') return { shell: 'bash', args: ['-c', command] }
  const { shell: program, args } = shellFor('win32', command)
  // On other systems PowerShell is called pwsh, and has no execution policy.
  return { shell: system === 'win32' ? program : 'pwsh', args }
}

/** Where there is no shell to expand them, these names in braces become the directories; nothing of the payload is put in. */
const directories = new RegExp(`\\$\\{(${directoryVariables.join('|')})\\}`, 'g')
const withDirectories = (word: string, env: Readonly<Record<string, string>>): string =>
  word.replace(directories, (written, name: string) => env[name] ?? written)

/**
 * Only text that a shell would take apart needs the look at the disk: any other path means the same to the shell. Text that
 * a shell would expand is never a name: a file called `$HOME/guard.sh` must not stand in for the guard.
 */
const isWholePath = (command: string, cwd: string, spawn: Pick<Spawn, 'isFile'>): boolean =>
  /[/\\]/.test(command) &&
  /[^\w./@%+:,-]/.test(command) &&
  !/[$"'`]|^\s*~/.test(command) &&
  command.length < 4096 &&
  spawn.isFile(command, cwd)

export interface Shell {
  readonly shell: string
  readonly args: readonly string[]
}

/** How a system's shell runs a text. */
export function shellFor(system: Platform['system'], command: string): Shell {
  if (system !== 'win32') return { shell: '/bin/sh', args: ['-c', isOneProgram(command) ? `exec ${command}` : command] }
  // Left alone, `-Command` turns every failing exit code into 1, and an exit 2 would no longer block.
  const exit = '$hooklineOk = $?; if ($null -ne $LASTEXITCODE) { exit $LASTEXITCODE }; if (-not $hooklineOk) { exit 1 }'
  const args = ['-NoProfile', '-NonInteractive', '-ExecutionPolicy', 'Bypass', '-Command', `${command}\n${exit}`]
  return { shell: 'powershell.exe', args }
}

/**
 * A path and its words, with no operator of the shell in it: the shell then makes room for the program instead of waiting
 * beside it, which saves a process and shows a death by signal as what it is (`sh` would call it exit 137).
 */
const isOneProgram = (command: string): boolean =>
  /^\s*["'$\w.~{}@%+-]*\//.test(command) && !/^\s*\w+=/.test(command) && !/[;|&<>()`\n\r\\#]/.test(command)

/** How a system's shell runs one file, whatever its name holds; still the shell, which also runs a script without `#!`. */
export function shellForPath(system: Platform['system'], path: string): Shell {
  if (system !== 'win32') return { shell: '/bin/sh', args: ['-c', 'exec "$0"', path] }
  return shellFor(system, `& '${path.replaceAll("'", "''")}'`)
}

/** The script without an extension that a command begins with: PowerShell would hand it to the file association. */
function extensionless(command: string, cwd: string, spawn: Spawn): string | undefined {
  const first = spawn.isFile(command, cwd) ? command : firstWord(command)
  if (first === undefined || !/[/\\]/.test(first) || /\.[^./\\]+$/.test(first)) return undefined
  return spawn.isFile(first, cwd) ? first : undefined
}

/** The program a command begins with, where that is plain to see. */
export function firstWord(command: string): string | undefined {
  const found = /^\s*(?:[&.]\s+)?(?:"([^"$`]+)"|'([^']+)'|([^\s"'$`;|&<>(){}]+))/.exec(command)
  return found?.[1] ?? found?.[2] ?? found?.[3]
}

/** The shell's own "not found" says little of a script that is there: add what can be seen. */
function explained(raw: Raw, entry: Entry, spawn: Spawn): Raw {
  if (raw.end.kind !== 'exit' || (raw.end.code !== 126 && raw.end.code !== 127)) return raw
  const command = commandLine(entry) ?? ''
  const program =
    entry.args !== undefined ? entry.command : isWholePath(command, entry.cwd, spawn) ? command : firstWord(command)
  const added = program === undefined ? undefined : hint(raw.end.code, program, entry.cwd, spawn)
  if (added === undefined) return raw
  const separator = raw.stderr === '' || raw.stderr.endsWith('\n') ? '' : '\n'
  return { ...raw, stderr: `${raw.stderr}${separator}hookline: ${added}\n` }
}
