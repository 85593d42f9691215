/** Runs a command hook: determines the program and its arguments, and lets the port start the process. */
import { directoryVariables } from '../agents/list.ts'
import { commandLine } from '../command-line.ts'
import { type Entry, endWithoutOutput, type NamedShell, type Raw, type RawEnd, type SandboxLevel } from '../flow.ts'
import type { Job, Platform, Runner } from '../ports.ts'
import { payloadVariables } from '../protocol/common.ts'
import { traceVariables } from '../protocol/trace-context.ts'
import { hint } from './command-hint.ts'
import {
  checkProof,
  type NotStarted,
  powerShell,
  type Start,
  startArgs,
  startNamedShell,
  startText,
  systemProgram,
} from './windows-start.ts'

/** One process to run. */
export interface SpawnRequest {
  /** The program to start: a shell, or the entry's own program. */
  readonly shell: string
  readonly args: readonly string[]
  /** Windows: the arguments are one command line as it is. */
  readonly verbatim?: true
  /** The hook's program with its arguments, if the shell would only start it. If it does not start, the shell says why. */
  readonly direct?: readonly string[]
  readonly cwd: string
  readonly env: Readonly<Record<string, string>>
  readonly stdin: string
  /** The variable that names an empty file for the hook. The text of the file is returned as `Raw.variables`. */
  readonly variablesFile?: string
  readonly timeoutMs: number
  readonly signal: AbortSignal
  /** Present if the next process of the hook may be started ahead of time. */
  readonly park?: Park
  /** Changes what is started, once the files are known that the hook must be able to write. */
  readonly confine?: Confinement['wrap']
  /** The source of the hook. A process with state of one source is never reused for another. */
  readonly pool: string
}

/** What is needed to keep a process of a hook waiting. */
interface Park {
  /** One process waits for each hook. */
  readonly hook: string
  /** Text that changes whenever the program of the hook may have changed, as of this event. */
  readonly stamp: string
  /** The same as of now. */
  stampNow(): string
}

/** Starts processes, and gives the few facts about files that this needs. Contract: never throws, never rejects. */
export interface Spawn {
  readonly system: Platform['system']
  run(request: SpawnRequest): Promise<Raw>
  /** Prepares in advance what the first runs would otherwise wait for. */
  warm(runs?: number): void
  /** Whether a regular file of that name exists, relative to the directory. */
  isFile(path: string, directory: string): boolean
  /** Facts for a message after a hook could not be executed. Undefined if there is no such file. */
  inspect(path: string, directory: string): Inspected | undefined
  /** Ends the processes that were started ahead of time. */
  discardParked?(): void
  close(): Promise<void>
}
export interface Inspected {
  readonly executable: boolean
  /** The first bytes, at most a line or two. */
  readonly head: string
}

/** How a hook can be parked; undefined if its program may read variables that differ from event to event. */
export type FindPark = (entry: Entry, env: Readonly<Record<string, string>>) => Park | undefined

/** Runs scripts from copies of what was checked (CONTRACT §5). Contract: never throws. */
export interface CheckedCopies {
  /** Undefined if the entry runs as it is. */
  prepare(entry: Entry, env: Readonly<Record<string, string>>): PreparedCopies | undefined
}
export type PreparedCopies =
  | {
      readonly kind: 'ready'
      /** The entry with the copies in its command. */
      readonly entry: Entry
      readonly notes: readonly string[]
      /** Text that changes whenever a copy may have changed. */
      stamp(): string
      /** Names the real files in a text of the hook. */
      toReal(text: string): string
      /** After the process has ended. Returns why its answer does not count, if so. */
      finish(): string | undefined
    }
  /** A file has other bytes than those that were checked. */
  | { readonly kind: 'changed'; readonly message: string }
  /** It runs as it is, with this note. */
  | { readonly kind: 'unavailable'; readonly note: string }

/** Puts the process of a hook into a sandbox (CONTRACT §19). Contract: never throws. */
export interface Sandboxes {
  /** Why this machine has no sandbox of the level. Undefined: it has one. */
  whyNot(level: SandboxLevel): string | undefined
  enter(level: SandboxLevel, entry: Entry, env: Readonly<Record<string, string>>): Confinement | NotStarted
}
export interface Confinement {
  /** On the run. */
  readonly note: string
  /** What to start instead, and with which variables. `writable` are files that the hook must be able to write. May throw. */
  wrap(start: Program, writable: readonly string[]): Program
  /** Variables that differ in the sandbox. */
  readonly variables: Readonly<Record<string, string>>
  /** How a run really ended in which the sandbox, and not the hook, has failed. */
  failure(raw: Raw): RawEnd | undefined
  /** After the process has ended. */
  finish(): void
}
type Program = Pick<Start, 'shell' | 'args'> & { readonly env: Readonly<Record<string, string>> }

/** Without `findPark`, every process is started for its event. */
export function commandRunner(
  spawn: Spawn,
  findPark?: FindPark,
  copies?: CheckedCopies,
  sandboxes?: Sandboxes,
): Runner {
  const run = async (job: Job, prepared?: ReadyCopies): Promise<Raw> => {
    const failed = whyNotStarted(job)
    if (failed !== undefined) return failed
    const { sandbox = 'none' } = job.entry
    if (sandbox !== 'none') return runConfined(job, sandbox, prepared)
    const made = request(job, spawn, findPark, prepared)
    if ('problem' in made) return endWithoutOutput({ kind: 'spawn', message: made.problem })
    const { proof, ...asked } = made
    const raw = await spawn.run(asked)
    return addHint(proof === undefined ? raw : requireProof(raw, proof, asked.shell), job.entry, spawn)
  }
  /** Never parked: a sandbox is made for one run. */
  const runConfined = async (job: Job, level: SandboxLevel, prepared?: ReadyCopies): Promise<Raw> => {
    const made = request(job, spawn, undefined, prepared)
    if ('problem' in made) return endWithoutOutput({ kind: 'spawn', message: made.problem })
    const entered = sandboxes?.enter(level, prepared?.entry ?? job.entry, made.env) ?? noSandboxes
    if ('problem' in entered) return endWithoutOutput({ kind: 'sandbox', message: entered.problem })
    try {
      const env = { ...made.env, ...entered.variables }
      const raw = await spawn.run({ ...made, env, confine: entered.wrap })
      const end = entered.failure(raw)
      const notes = [...(raw.notes ?? []), entered.note]
      return end === undefined ? addHint({ ...raw, notes }, job.entry, spawn) : { ...raw, end, notes }
    } finally {
      entered.finish()
    }
  }
  return {
    type: 'command',
    run(job) {
      const prepared = job.entry.checkedFiles === undefined ? undefined : copies?.prepare(job.entry, job.env)
      if (prepared === undefined) return run(job)
      return runPrepared(prepared, () => run(job, prepared.kind === 'ready' ? prepared : undefined))
    },
    prepare: (runs) => spawn.warm(runs),
    close: () => spawn.close(),
  }
}

const noSandboxes: NotStarted = { problem: 'this engine has no sandboxes' }

type ReadyCopies = Extract<PreparedCopies, { kind: 'ready' }>

async function runPrepared(prepared: PreparedCopies, run: () => Promise<Raw>): Promise<Raw> {
  if (prepared.kind === 'changed') return endWithoutOutput({ kind: 'integrity', message: prepared.message })
  const raw = await run()
  if (prepared.kind === 'unavailable') return { ...raw, notes: [...(raw.notes ?? []), prepared.note] }
  const changed = prepared.finish()
  const { end } = raw
  return {
    ...raw,
    end:
      changed !== undefined
        ? { kind: 'integrity', message: changed }
        : end.kind === 'spawn'
          ? { ...end, message: prepared.toReal(end.message) }
          : end,
    stdout: prepared.toReal(raw.stdout),
    stderr: prepared.toReal(raw.stderr),
    notes: [...(raw.notes ?? []), ...prepared.notes],
  }
}

/** A shell that says success without having run the command has failed: no output would otherwise mean no opinion. */
function requireProof(raw: Raw, proof: string, shell: string): Raw {
  const stdout = checkProof(raw.stdout, proof)
  if (stdout !== undefined) return { ...raw, stdout }
  if (raw.end.kind !== 'exit' || raw.end.code !== 0) return raw
  return { ...raw, end: { kind: 'spawn', message: `${shell} ended with exit code 0 without running the command` } }
}

/** Why the process must not start at all, if so. */
function whyNotStarted({ entry, missing }: Job): Raw | undefined {
  const { command, args } = entry
  if (command === undefined) return endWithoutOutput({ kind: 'config', message: 'the entry has no command' })
  if (args !== undefined) return undefined
  for (const [name, reason] of Object.entries(missing)) {
    if (!namesVariable(command, name)) continue
    const message = `the command uses \${${name}}, which could not be exported because it ${reason}; read it from stdin instead`
    return endWithoutOutput({ kind: 'placeholder', message })
  }
  return undefined
}

/** `$name`, `${name}`, `${name:-…}`, `${#name}`, PowerShell's `$env:name`. Quotes are ignored, because a needless refusal is safe. */
export function namesVariable(command: string, name: string): boolean {
  const inShell = new RegExp(`\\$(?:${name}|\\{[#!]?${name})(?![A-Za-z0-9_])`)
  const inPowerShell = new RegExp(`\\$\\{?env:${name}(?![A-Za-z0-9_])`, 'i')
  return inShell.test(command) || inPowerShell.test(command)
}

function request(
  job: Job,
  spawn: Spawn,
  findPark: FindPark | undefined,
  copies?: ReadyCopies,
): (SpawnRequest & Pick<Start, 'proof'>) | NotStarted {
  const { entry, stdin, variablesFile, timeoutMs, signal } = job
  const mayPark = entry.warm === true && variablesFile === undefined ? findPark?.(entry, job.env) : undefined
  const park = mayPark === undefined || copies === undefined ? mayPark : withCopies(mayPark, copies)
  const env = park === undefined ? job.env : withoutPayload(job.env)
  const start = startOf(copies?.entry ?? entry, spawn, env)
  if ('problem' in start) return start
  return {
    ...start,
    cwd: entry.cwd,
    env,
    stdin,
    ...(variablesFile === undefined ? {} : { variablesFile }),
    timeoutMs,
    signal,
    ...(park === undefined ? {} : { park }),
    pool: entry.origin.source,
  }
}

/** A parked process has read the copies, so a change of one is a change of its program. */
const withCopies = (park: Park, { stamp }: ReadyCopies): Park => ({
  hook: park.hook,
  stamp: `${park.stamp}\n${stamp()}`,
  stampNow: () => `${park.stampNow()}\n${stamp()}`,
})

/** A parked process is started before its event is known. */
export function withoutPayload(env: Job['env']): Job['env'] {
  const rest = { ...env }
  for (const name of payloadNames) delete rest[name]
  return rest
}
const payloadNames: readonly string[] = [...payloadVariables, ...traceVariables]

/** What to start for an entry: its program with its arguments, or the shell with its text. */
export function startOf(
  { command = '', args, shell, cwd }: Entry,
  spawn: Pick<Spawn, 'system' | 'isFile'>,
  env: Readonly<Record<string, string>>,
): Start | NotStarted {
  const onWindows = spawn.system === 'win32' ? { cwd, env, isFile: spawn.isFile } : undefined
  if (args !== undefined) {
    const [program, ...words] = [command, ...args].map((word) => withDirectories(word, env))
    return onWindows === undefined ? { shell: program ?? '', args: words } : startArgs(program ?? '', words, onWindows)
  }
  if (shell !== undefined)
    return onWindows === undefined ? namedShell(shell, command) : startNamedShell(shell, command, onWindows)
  const isPath = isWholePath(command, cwd, spawn)
  if (onWindows !== undefined) return startText(command, isPath, onWindows)
  return isPath ? shellForPath(command) : shellFor('linux', command)
}

/** How the shell that an entry names runs its text. If the shell is not installed, starting it fails like any missing program. */
function namedShell(shell: NamedShell, command: string): Start {
  if (shell === 'bash') return { shell: 'bash', args: ['-c', command] }
  // Outside Windows, PowerShell is called pwsh, and has no execution policy.
  return powerShell('pwsh', command)
}

/** Without a shell, these names in braces are replaced by directories. No text of the payload is inserted. */
const directories = new RegExp(`\\$\\{(${directoryVariables.join('|')})\\}`, 'g')
const withDirectories = (word: string, env: Readonly<Record<string, string>>): string =>
  word.replace(directories, (written, name: string) => env[name] ?? written)

/**
 * Whether the whole command is the path of a file. Checks the disk only for text that a shell would split, because any other
 * path means the same to the shell. Text that a shell would expand never counts: a file named `$HOME/guard.sh` must not
 * replace the guard.
 */
const isWholePath = (command: string, cwd: string, spawn: Pick<Spawn, 'isFile'>): boolean =>
  /[/\\]/.test(command) &&
  /[^\w./@%+:,-]/.test(command) &&
  !/[$"'`]|^\s*~/.test(command) &&
  command.length < 4096 &&
  spawn.isFile(command, cwd)

/** How a system's shell runs a text. */
export function shellFor(
  system: Platform['system'],
  command: string,
  env: Readonly<Record<string, string>> = {},
): Start {
  if (system === 'win32') return powerShell(systemProgram('WindowsPowerShell\\v1.0\\powershell.exe', env), command)
  const direct = readPlainWords(command)
  const args = ['-c', isOneProgram(command) ? `exec ${command}` : command]
  return direct === undefined ? { shell: '/bin/sh', args } : { shell: '/bin/sh', args, direct }
}

/** The words of a command that a shell would start just as they are written: the path of a program, and arguments. */
function readPlainWords(command: string): readonly string[] | undefined {
  const words = withoutBlanks(command).split(/[ \t]+/)
  const [program = ''] = words
  const isPlain = /^[\w.@%+,/][\w.@%+:,/-]*$/.test(program) && program.includes('/')
  return isPlain && words.every((word) => /^[\w.@%+:,/=-]+$/.test(word)) ? words : undefined
}

/** Only what is white space to a shell: `trim` would also remove a carriage return or a space that does not break. */
function withoutBlanks(text: string): string {
  const isBlank = (at: number) => /[ \t\n]/.test(text.charAt(at))
  let [from, to] = [0, text.length]
  while (isBlank(from)) from++
  while (to > from && isBlank(to - 1)) to--
  return text.slice(from, to)
}

/**
 * Whether the command is one path with arguments, without shell operators. Then `exec` lets the program replace the shell,
 * which saves a process and reports a signal as such (`sh` would report exit code 137).
 */
const isOneProgram = (command: string): boolean =>
  /^\s*["'$\w.~{}@%+-]*\//.test(command) && !/^\s*\w+=/.test(command) && !/[;|&<>()`\n\r\\#]/.test(command)

/** How the shell runs one file with any name. The shell is needed, because it also runs a script without `#!`. */
const shellForPath = (path: string): Start => {
  const start = { shell: '/bin/sh', args: ['-c', 'exec "$0"', path] }
  // Without a slash it is searched for, and after a hyphen it is an option.
  return path.includes('/') && !path.startsWith('-') ? { ...start, direct: [path] } : start
}

/** The program at the start of a command, if it is clear. */
export function firstWord(command: string): string | undefined {
  const found = /^\s*(?:[&.]\s+)?(?:"([^"$`]+)"|'([^']+)'|([^\s"'$`;|&<>(){}]+))/.exec(command)
  return found?.[1] ?? found?.[2] ?? found?.[3]
}

/** Adds a hint, because the shell's own "not found" does not explain why an existing script did not run. */
function addHint(raw: Raw, entry: Entry, spawn: Spawn): Raw {
  if (raw.end.kind !== 'exit' || (raw.end.code !== 126 && raw.end.code !== 127)) return raw
  const command = commandLine(entry) ?? ''
  const program =
    entry.args !== undefined ? entry.command : isWholePath(command, entry.cwd, spawn) ? command : firstWord(command)
  const added = program === undefined ? undefined : hint(raw.end.code, program, entry.cwd, spawn)
  if (added === undefined) return raw
  const separator = raw.stderr === '' || raw.stderr.endsWith('\n') ? '' : '\n'
  return { ...raw, stderr: `${raw.stderr}${separator}hookline: ${added}\n` }
}
