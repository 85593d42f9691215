/** Runs the commands that an entry names for its model: exactly as written, in a clean environment, without input, once each. */
import type { Entry, Raw, RawEnd, SandboxLevel } from '../../flow.ts'
import type { Job, Runner, ToolResult } from '../../ports.ts'
import { type Sandboxes, withoutPayload } from '../../runners/command.ts'
import { listSettings, readOwnSettings, withSafeGit } from './git-environment.ts'

export interface CommandSetup {
  readonly names: readonly string[]
  /** The directory in which they run. */
  readonly base: string
  /** Whether the person trusts the workspace there: a command such as `npm test` runs its code. */
  readonly isTrusted: boolean
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
  const confined = findLevel(setup)
  let ownSettings: readonly string[] | undefined
  const start = (command: string, signal: AbortSignal, level: SandboxLevel | 'none') =>
    setup.runCommand(
      jobOf(command, setup, { level, timeoutMs: Math.max(1, until - performance.now()), signal, ownSettings }),
    )
  return {
    async run(written, signal) {
      const command = setup.names.find((name) => name === written)
      if (command === undefined) return { text: 'that is not one of the commands' }
      if (!left.delete(command)) return { text: 'that command ran already; nothing has changed since' }
      if ('problem' in confined) return { text: '', end: { kind: 'unverified', message: confined.problem } }
      const { level } = confined
      // Without git there is nothing to read, and the command has no git either.
      ownSettings ??= readOwnSettings((await start(listSettings, signal, level)).stdout)
      const raw = await start(command, signal, level)
      // Its gate closes: a sandbox that the entry asks for, or that the workspace needs, is required.
      if (raw.end.kind === 'sandbox')
        return { text: '', end: setup.isTrusted ? raw.end : { kind: 'unverified', message: raw.end.message } }
      return { text: describe(raw, setup.redact), command }
    },
  }
}

/** The event is not given to the command, on stdin or in variables: it is data from the model's point of view too. */
function jobOf(command: string, { job, base }: CommandSetup, { level, timeoutMs, signal, ownSettings }: Started): Job {
  const { verify: _, prompt: __, args: ___, shell: ____, ...entry } = job.entry
  const hook: Entry = {
    ...entry,
    type: 'command',
    command,
    cwd: base,
    warm: false,
    sandbox: level,
  }
  const { variablesFile: _____, ...rest } = job
  const env = withSafeGit(withoutPayload(job.env), ownSettings)
  return { ...rest, entry: hook, stdin: '', env, missing: {}, timeoutMs, signal }
}

interface Started extends Pick<Job, 'timeoutMs' | 'signal'> {
  readonly level: SandboxLevel | 'none'
  /** The settings of git that the repository itself has, once they are known. */
  readonly ownSettings: readonly string[] | undefined
}

/**
 * In a workspace without trust, commands run in the strictest sandbox or not at all, whatever the entry says. Elsewhere, without a
 * sandbox of its own, the entry's commands run read-only where the machine can do that.
 */
function findLevel({ job, sandboxes, isTrusted }: CommandSetup): Pick<Started, 'level'> | { readonly problem: string } {
  if (!isTrusted) {
    const why = sandboxes.whyNot('strict')
    if (why === undefined) return { level: 'strict' }
    return {
      problem: `commands run in a workspace that is not trusted only in a strict sandbox, which this machine does not have: ${why}`,
    }
  }
  const { sandbox } = job.entry
  if (sandbox !== undefined) return { level: sandbox }
  return { level: sandboxes.whyNot('read-only') === undefined ? 'read-only' : 'none' }
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
