/** Runs the commands that an entry names for its model: exactly as written, in a clean environment, without input, once each. */
import type { Entry, Raw, RawEnd, SandboxLevel } from '../../flow.ts'
import type { Job, Runner, ToolResult } from '../../ports.ts'
import { type Sandboxes, withoutPayload } from '../../runners/command.ts'

export interface CommandSetup {
  readonly names: readonly string[]
  /** The directory in which they run. */
  readonly base: string
  readonly job: Job
  readonly runCommand: Runner['run']
  readonly sandboxes: Pick<Sandboxes, 'whyNot'>
  /** Takes secrets out of a text. */
  redact(text: string): string
}

export interface Commands {
  /** `command` is what the model wrote: only one of the names runs. */
  run(command: unknown, signal: AbortSignal): Promise<ToolResult>
}

/** What a model is shown of stdout, and of stderr. The end of a long output matters most. */
const [HEAD, TAIL] = [2_000, 6_000]

export function createCommands(setup: CommandSetup): Commands {
  const left = new Set(setup.names)
  const until = performance.now() + setup.job.timeoutMs
  return {
    async run(written, signal) {
      const command = setup.names.find((name) => name === written)
      if (command === undefined) return { text: 'that is not one of the commands' }
      if (!left.delete(command)) return { text: 'that command ran already; nothing has changed since' }
      const timeoutMs = Math.max(1, until - performance.now())
      const raw = await setup.runCommand(jobOf(command, setup, timeoutMs, signal))
      // Its gate closes: a sandbox that the entry asks for is required.
      if (raw.end.kind === 'sandbox') return { text: '', end: raw.end }
      return { text: describe(raw, setup.redact), command }
    },
  }
}

/** The event is not given to the command, on stdin or in variables: it is data from the model's point of view too. */
function jobOf(command: string, { job, base, sandboxes }: CommandSetup, timeoutMs: number, signal: AbortSignal): Job {
  const { verify: _, prompt: __, args: ___, shell: ____, ...entry } = job.entry
  const hook: Entry = {
    ...entry,
    type: 'command',
    command,
    cwd: base,
    warm: false,
    sandbox: levelOf(job.entry, sandboxes),
  }
  const { variablesFile: _____, ...rest } = job
  return { ...rest, entry: hook, stdin: '', env: withoutPayload(job.env), missing: {}, timeoutMs, signal }
}

/** Without a sandbox of its own, the entry's commands run read-only where the machine can do that. */
function levelOf({ sandbox }: Entry, { whyNot }: CommandSetup['sandboxes']): SandboxLevel | 'none' {
  if (sandbox !== undefined) return sandbox
  return whyNot('read-only') === undefined ? 'read-only' : 'none'
}

function describe({ end, stdout, stderr }: Raw, redact: CommandSetup['redact']): string {
  return [
    describeEnd(end),
    ...(stdout === '' ? [] : [`stdout:\n${shorten(redact(stdout))}`]),
    ...(stderr === '' ? [] : [`stderr:\n${shorten(redact(stderr))}`]),
  ].join('\n')
}

function describeEnd(end: RawEnd): string {
  if (end.kind === 'exit') return `exit code ${end.code}`
  if (end.kind === 'signal') return `ended by ${end.signal}`
  if (end.kind === 'timeout') return 'it did not end in time'
  if (end.kind === 'output-limit') return 'it printed more than 1 MiB and was ended'
  return `it could not run: ${end.message}`
}

const shorten = (text: string): string =>
  text.length <= HEAD + TAIL
    ? text
    : `${text.slice(0, HEAD)}\n[${text.length - HEAD - TAIL} characters left out]\n${text.slice(-TAIL)}`
