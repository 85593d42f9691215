/** Finds the command and runs it. The only file that sets the exit code. */
import { readFileSync, writeSync } from 'node:fs'
import { commandRow, commands, overview } from './commands.ts'
import { folding } from './fold.ts'
import { type Command, exits, type Io, type LastWords } from './io.ts'
import { oneLine, plain } from './plain.ts'
import { directOutput } from './run/direct-output.ts'
import { systemText } from './system-error.ts'

const signals = { SIGINT: exits.interrupted, SIGTERM: 143, SIGHUP: 129 } as const
let interruption: AbortController | undefined
let interrupted: number | undefined
let lastWords: LastWords | undefined
let settled = false
let listening = false
let answers: (name: string) => boolean = () => false

const here = currentDirectory()

/** What Node makes ready only when it is asked for is asked for late: most starts are by agents, and each waits. */
const io: Io = {
  stdout: directOutput(1, () => process.stdout),
  stderr: directOutput(2, () => process.stderr),
  get stdin() {
    return process.stdin
  },
  env: process.env,
  // An agent's event is answered all the same: the root of the file system stands in for it.
  cwd: here ?? '/',
  get signal() {
    return interruptionNow().signal
  },
  onSignal: (answer) => {
    answers = answer
  },
  lastWords: (words) => {
    lastWords = words
    listen()
  },
}

function interruptionNow(): AbortController {
  interruption ??= new AbortController()
  return interruption
}

async function main([name, ...args]: readonly string[]): Promise<number> {
  if (name === undefined) return misused('a command is missing', overview())
  if (name === '--version' || name === '-V' || name === '-v') return say(`${version()}\n`)
  if (name === '--help' || name === '-h' || name === 'help') return help(args)
  const row = commandRow(name)
  if (row === undefined) return unknown(name)
  if (here === undefined && name !== 'run') return nowhere()
  if (name !== 'run') {
    const refusal = (await import('./agent-shell.ts')).refuseInAgentShell([name, ...args], io.env)
    if (refusal !== undefined) return refused(refusal)
  }
  const command = await row.load()
  return asksForHelp(args) ? say(helpOf(command, args)) : attempt(name, command, args)
}

async function attempt(name: string, command: Command, args: readonly string[]): Promise<number> {
  // While `run` waits for its event in one blocking read, nobody could hear a signal: until then it just ends.
  if (name !== 'run') listen()
  try {
    if (io.stderr.isTTY === true && name !== 'team' && !isForPrograms(name, args))
      await (await import('./team/show-pending-notices.ts')).showPendingNotices(io)
    return await command.run(args, isForPrograms(name, args) ? io : forReaders(), commands)
  } catch (thrown) {
    if (!isMisuse(thrown)) throw thrown
    const words = command.helpFor?.(args[0]) === undefined ? name : `${name} ${args[0]}`
    return misused(
      `${words}: ${thrown.message}`,
      `${helpOf(command, args).split('\n')[0]}\nSee hookline ${words} --help.\n`,
    )
  }
}

const helpOf = (command: Command, args: readonly string[]): string => command.helpFor?.(args[0]) ?? command.help

/** What programs read is never folded, not even at a terminal; nor what an agent says, which may be code. */
const isForPrograms = (name: string, args: readonly string[]): boolean =>
  ['run', 'schema', 'completion', '__complete', 'agent'].includes(name) ||
  args.some((arg) => /^--(json|jsonl|format|worker)/.test(arg))

const forReaders = (): Io => ({
  stdout: folding(io.stdout),
  stderr: folding(io.stderr),
  get stdin() {
    return io.stdin
  },
  env: io.env,
  cwd: io.cwd,
  get signal() {
    return io.signal
  },
  ...(io.lastWords === undefined ? {} : { lastWords: io.lastWords }),
  ...(io.onSignal === undefined ? {} : { onSignal: io.onSignal }),
})

/** Wrong arguments, or an event's input that does not fit: the caller's to mend. */
const isMisuse = (thrown: unknown): thrown is Error =>
  thrown instanceof Error &&
  (thrown.name === 'UsageError' ||
    (thrown.name === 'HooklineError' && 'code' in thrown && thrown.code !== 'internal' && thrown.code !== 'closed'))

async function help([name, ...args]: readonly string[]): Promise<number> {
  if (name === undefined) return say(overview())
  const row = commandRow(name)
  return row === undefined ? unknown(name) : say(helpOf(await row.load(), args))
}

async function unknown(name: string): Promise<number> {
  if (name.startsWith('-')) return misused(`unknown option ${oneLine(name)}: a command comes first`, overviewHint)
  const { nearest } = await import('./run/nearest.ts')
  const near = nearest(name, Object.keys(commands))
  const shown = oneLine(name)
  const asked = near === undefined ? '' : `; did you mean "${near}"?`
  return misused(`there is no command "${shown}"${asked}`, 'See hookline --help.\n')
}

const overviewHint = 'Usage: hookline <command> [options]\nSee hookline --help.\n'

function nowhere(): number {
  io.stderr.write(
    'hookline: the current directory was deleted, so there is no workspace here. Go to one that exists: cd ~\n',
  )
  return exits.usage
}

const asksForHelp = (args: readonly string[]): boolean => {
  const end = args.indexOf('--')
  return (end < 0 ? args : args.slice(0, end)).some((arg) => arg === '--help' || arg === '-h')
}

function say(text: string): number {
  io.stdout.write(text)
  return exits.fine
}

function misused(message: string, more: string): number {
  io.stderr.write(`hookline: ${plain(message)}\n${more}`)
  return exits.usage
}

function refused(message: string): number {
  io.stderr.write(`hookline: ${plain(message)}\n`)
  return exits.finding
}

const version = (): string =>
  JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8')).version as string

/** Undefined where the directory was removed under us. */
function currentDirectory(): string | undefined {
  try {
    return process.cwd()
  } catch {
    process.chdir('/')
    return undefined
  }
}

/** Ours: said in a few lines, with what a report needs. A disk that refuses is the person's to mend. */
function failed(thrown: unknown): number {
  const error = thrown instanceof Error ? thrown : new Error(String(thrown))
  const bySystem = 'syscall' in error
  const said = bySystem ? systemText(error) : undefined
  if (said !== undefined) {
    io.stderr.write(`hookline: ${said}\n`)
    return exits.finding
  }
  const at = (error.stack ?? '')
    .split('\n')
    .filter((line) => line.startsWith('    at '))
    .slice(0, 3)
  const report = [
    `hookline: ${bySystem ? '' : 'internal error: '}${oneLine(error.message)}`,
    ...(bySystem ? [] : [...at, `hookline ${version()}, node ${process.version}, ${process.platform}`]),
  ]
  io.stderr.write(`${report.join('\n')}\n`)
  return exits.internal
}

/** The process ends without an answer: say what was left for this case, at once. */
function dieWith(code: number): never {
  settled = true
  if (lastWords !== undefined) writeSync(1, lastWords.stdout)
  process.exit(lastWords?.exitCode ?? code)
}

/** From now on the first signal asks the command to end, and the second ends it. */
function listen(): void {
  if (listening) return
  listening = true
  for (const [name, code] of Object.entries(signals))
    process.on(name, () => {
      if (answers(name)) return
      if (interrupted !== undefined) dieWith(code)
      interrupted = code
      interruptionNow().abort(new DOMException(name, 'AbortError'))
    })
}

process.on('uncaughtException', (thrown) => dieWith(failed(thrown)))
process.on('exit', () => {
  if (!settled) dieWith(exits.internal)
})

// No top-level await: the bundle is CommonJS, which starts 6 ms sooner.
main(process.argv.slice(2))
  .catch(failed)
  .then((code) => {
    settled = true
    process.exitCode = interrupted ?? code
  })
