/** Finds the command and runs it. The only file that sets the exit code. */

import { commandRow, commands, firstSteps, overview } from './commands.ts'
import { type Command, exits, type Io, type LastWords, type Output } from './io.ts'
import { dropRelativeHome } from './machine/absolute-home.ts'
import { ownVersion } from './machine/own-version.ts'
import { describeSystemError } from './machine/system-error.ts'
import { directOutput } from './run/direct-output.ts'
import { printAnswer } from './run/print-answer.ts'
import { foldingOutput } from './text/fold.ts'
import { oneLine, plain } from './text/plain.ts'

const signals = { SIGINT: exits.interrupted, SIGTERM: 143, SIGHUP: 129 } as const
let interruption: AbortController | undefined
let interrupted: number | undefined
let lastWords: LastWords | undefined
let settled = false
let isHandlingSignals = false
let typedCommand: string | undefined
let handleSignal: (name: string) => boolean = () => false

const here = currentDirectory()
dropRelativeHome(process.env)

/** Reads stdin and the signal lazily, because Node sets them up on first use and an agent waits for every start. */
const io: Io = {
  stdout: directOutput(1, () => process.stdout),
  stderr: directOutput(2, () => process.stderr),
  get stdin() {
    return process.stdin
  },
  env: process.env,
  // If the current directory was deleted, `run` still has to decide an agent's event, so it uses the root of the file system.
  cwd: here ?? '/',
  get signal() {
    return getInterruption().signal
  },
  onSignal: (handler) => {
    handleSignal = handler
  },
  lastWords: (words) => {
    lastWords = words
    handleSignals()
  },
}

function getInterruption(): AbortController {
  interruption ??= new AbortController()
  return interruption
}

async function main([name, ...args]: readonly string[]): Promise<number> {
  if (name === undefined) return reportMisuse('no command given', firstSteps)
  if (name === '--version' || name === '-V' || name === '-v') return print(`${ownVersion()}\n`)
  if (name === '--help' || name === '-h' || name === 'help') return printHelp(args)
  const row = commandRow(name)
  if (row === undefined) return reportUnknown(name)
  if (here === undefined && name !== 'run') return reportMissingDirectory()
  if (name !== 'run' && row.guardsItself !== true) {
    const refusal = await (await import('./agent-shell.ts')).refuseInAgentShell([name, ...args], io)
    if (refusal !== undefined) return reportRefusal(refusal)
  }
  const command = await row.load()
  return asksForHelp(args) ? printHints(helpOf(command, args)) : runCommand(name, command, args)
}

async function runCommand(name: string, command: Command, args: readonly string[]): Promise<number> {
  // `run` waits for its event in one blocking read, in which no handler can run. Until then a signal must end the process.
  if (name !== 'run') handleSignals()
  try {
    // The terminal last: to ask for it, Node loads its streams.
    if (name !== 'team' && !isForPrograms(name, args) && io.stderr.isTTY === true)
      await (await import('./team/client/show-pending-notices.ts')).showPendingNotices(io)
    return await command.run(args, await ioFor(name, args), commands)
  } catch (thrown) {
    if (!isMisuse(thrown)) throw thrown
    const fullName = command.helpFor?.(args[0]) === undefined ? name : `${name} ${args[0]}`
    return reportMisuse(
      `${fullName}: ${thrown.message}`,
      `${helpOf(command, args).split('\n\n')[0]?.trimEnd()}\nFor its options, run: hookline ${fullName} --help\n`,
    )
  }
}

const helpOf = (command: Command, args: readonly string[]): string => command.helpFor?.(args[0]) ?? command.help

const isForPrograms = (name: string, args: readonly string[]): boolean =>
  commandRow(name)?.forPrograms === true || args.some((arg) => /^--(json|jsonl|format|worker)/.test(arg))

/** A program that reads JSON shows its hints to a person. The records of the log are not hints, and stay as they are. */
async function ioFor(name: string, args: readonly string[]): Promise<Io> {
  if (!isForPrograms(name, args)) return ioForPeople()
  const printsHints = args.includes('--json') && commandRow(name)?.printsRecords !== true
  if (commandRow(name)?.forPrograms === true || !printsHints) return io
  const { hintingOutput, writeHintsInJson } = await import('./typed-command.ts')
  const write = await hintWriter()
  const stdout = hintingOutput(io.stdout, (text) => writeHintsInJson(text, write))
  return withOutputs(stdout, hintingOutput(io.stderr, write))
}

/** Wraps long lines at a terminal, and writes the commands in hints as the person can type them. */
async function ioForPeople(): Promise<Io> {
  const { hintingOutput } = await import('./typed-command.ts')
  const write = await hintWriter()
  const forPeople = (output: Output) => hintingOutput(foldingOutput(output), write)
  return withOutputs(forPeople(io.stdout), forPeople(io.stderr))
}

const withOutputs = (stdout: Output, stderr: Output): Io => ({
  stdout,
  stderr,
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

async function hintWriter(): Promise<(text: string) => string> {
  const { createHintWriter, findTypedCommand } = await import('./typed-command.ts')
  return createHintWriter(Object.keys(commands), () => {
    typedCommand ??= findTypedCommand(io)
    return typedCommand
  })
}

/** Whether the caller can fix the error: wrong arguments, or an input that does not fit the event. */
const isMisuse = (thrown: unknown): thrown is Error =>
  thrown instanceof Error &&
  (thrown.name === 'UsageError' ||
    (thrown.name === 'HooklineError' && 'code' in thrown && thrown.code !== 'internal' && thrown.code !== 'closed'))

async function printHelp([name, ...args]: readonly string[]): Promise<number> {
  if (name === undefined) return printHints(overview())
  const row = commandRow(name)
  return row === undefined ? reportUnknown(name) : printHints(helpOf(await row.load(), args))
}

async function reportUnknown(name: string): Promise<number> {
  if (name.startsWith('-'))
    return reportMisuse(`unknown option ${oneLine(name)}. The command comes first`, overviewHint)
  const { nearest } = await import('./run/nearest.ts')
  const near = nearest(name, [...Object.keys(commands), 'help'])
  const shown = oneLine(name)
  const suggestion = near === undefined ? '' : `. Did you mean "${near}"?`
  return reportMisuse(`unknown command "${shown}"${suggestion}`, overviewHint)
}

const overviewHint = 'For the list of commands, run: hookline --help\n'

function reportMissingDirectory(): number {
  io.stderr.write('hookline: the current directory no longer exists. Change to one that does, for example: cd ~\n')
  return exits.usage
}

const asksForHelp = (args: readonly string[]): boolean => {
  const end = args.indexOf('--')
  return (end < 0 ? args : args.slice(0, end)).some((arg) => arg === '--help' || arg === '-h')
}

function print(text: string): number {
  io.stdout.write(text)
  return exits.fine
}

const printHints = async (text: string): Promise<number> => print((await hintWriter())(text))

async function reportMisuse(message: string, more: string): Promise<number> {
  const write = await hintWriter()
  foldingOutput(io.stderr).write(write(`hookline: ${plain(message)}\n${more}`))
  return exits.usage
}

function reportRefusal(message: string): number {
  foldingOutput(io.stderr).write(`hookline: ${plain(message)}\n`)
  return exits.finding
}

/** Returns undefined if the directory has been deleted. */
function currentDirectory(): string | undefined {
  try {
    return process.cwd()
  } catch {
    process.chdir('/')
    return undefined
  }
}

/** Prints an internal error with the details a bug report needs. Errors of the system get a message that says how to fix them. */
function reportFailure(thrown: unknown): number {
  const error = thrown instanceof Error ? thrown : new Error(String(thrown))
  if (error.name === 'MissingFiles') return reportMissingFiles(error)
  const bySystem = 'syscall' in error
  const message = bySystem ? describeSystemError(error) : undefined
  if (message !== undefined) {
    foldingOutput(io.stderr).write(`hookline: ${message}\n`)
    return exits.finding
  }
  const at = (error.stack ?? '')
    .split('\n')
    .filter((line) => line.startsWith('    at '))
    .slice(0, 3)
  const report = [
    `hookline: ${bySystem ? '' : 'internal error: '}${oneLine(error.message)}`,
    ...(bySystem ? [] : [...at, `hookline ${ownVersion()}, node ${process.version}, ${process.platform}`]),
  ]
  io.stderr.write(`${report.join('\n')}\n`)
  return exits.internal
}

/** Thrown by `bin/hookline.cjs` for a part of the bundle, with the exit code that refuses an agent's event or leaves it to the entry. */
function reportMissingFiles(error: Error): number {
  io.stderr.write(`hookline: ${error.message}\n`)
  return 'exitCode' in error && typeof error.exitCode === 'number' ? error.exitCode : exits.refused
}

/** Ends the process at once and prints what the command left for this case. */
function dieWith(code: number): never {
  settled = true
  process.exit(lastWords === undefined ? code : printAnswer(io, lastWords))
}

/** The report may fail too, such as on a full disk. */
function dieOf(thrown: unknown): never {
  let code: number = exits.internal
  try {
    code = reportFailure(thrown)
  } finally {
    dieWith(code)
  }
}

/** From now on the first signal asks the command to stop, and the second one ends the process. */
function handleSignals(): void {
  if (isHandlingSignals) return
  isHandlingSignals = true
  for (const [name, code] of Object.entries(signals))
    process.on(name, () => {
      if (handleSignal(name)) return
      if (interrupted !== undefined) dieWith(code)
      interrupted = code
      getInterruption().abort(new DOMException(name, 'AbortError'))
    })
}

process.on('uncaughtException', dieOf)
process.on('exit', () => {
  if (!settled) dieWith(exits.internal)
})

// No top-level await, because the bundle is CommonJS, which starts 6 ms sooner.
main(process.argv.slice(2))
  .catch((thrown) => (lastWords === undefined ? reportFailure(thrown) : dieOf(thrown)))
  .then((code) => {
    settled = true
    process.exitCode = interrupted ?? code
    // Otherwise Node first collects garbage. Nothing is left to do: all output of `run` is written by system calls.
    if (process.argv[2] === 'run') process.exit()
  })
