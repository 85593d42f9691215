/** `check --probe`: runs the command hooks of a trusted workspace in scratch copies, to see which of them can be parked (CONTRACT §5). */
import { basename } from 'node:path'
import { usualAgent } from '@hookline/core/agents'
import { describeRead, type Entry, findReadVariable, hasCleanVariable, readVariables } from '@hookline/core/node'
import type { EventName } from '@hookline/core/protocol'
import type { Execute, Probe } from '../hooktest/read/types.ts'
import { createRunners } from '../hooktest/run/isolate.ts'
import { openWorkspace, type Workspace } from '../hooktest/scratch/workspace.ts'
import { counted, labelOf, widest } from '../text/entry-text.ts'
import { oneLine } from '../text/plain.ts'
import type { Style } from '../text/style.ts'
import type { ReaderResult } from './find.ts'

/** One command hook. */
interface ProbedHook {
  readonly id: string
  readonly event: EventName
  readonly label: string
  /** Whether its entry or file has `warm`. */
  readonly warm: boolean
  /** Null: it was not run. */
  readonly parkable: boolean | null
  /** Why it cannot be parked, or was not run. */
  readonly reason?: string
  /** Variables that its command or scripts read, and that a clean environment does not have (CONTRACT §5). */
  readonly notInherited: readonly string[]
}
export interface ProbeReport {
  /** `off`, or the reason why hooks could use the network. */
  readonly network: string
  readonly hooks: readonly ProbedHook[]
}

/** How long a hook waits without an event: long enough for most programs to load. */
const WAIT_MS = 500
const TIMEOUT_MS = 10_000

export async function probeWorkspace(
  { entries, root }: ReaderResult,
  read: (file: string) => string | undefined,
  signal: AbortSignal,
): Promise<ProbeReport> {
  const commands = entries.filter(({ type, broken }) => type === 'command' && broken === undefined)
  const workspace = await openWorkspace(root, [])
  const runners = createRunners(false, signal)
  try {
    const hooks: ProbedHook[] = []
    // One after the other: under load a program may need longer than the wait to begin.
    for (const entry of commands) hooks.push(await probeEntry(entry, workspace, read, runners.execute))
    return { network: runners.network, hooks }
  } finally {
    await runners.close()
    workspace.close()
  }
}

async function probeEntry(
  entry: Entry,
  workspace: Workspace,
  read: (file: string) => string | undefined,
  execute: Execute,
): Promise<ProbedHook> {
  const { id, event, warm = false } = entry
  const notInherited = findNotInherited(entry, workspace, read)
  const hook = { id, event, label: labelOf(entry), warm, notInherited }
  const notRun = whyNotRun(entry, workspace.root)
  if (notRun !== undefined) return { ...hook, parkable: null, reason: notRun }
  const reader = findReader(entry, workspace, read)
  if (reader !== undefined) return { ...hook, parkable: false, reason: reader }
  const done = await execute({
    ...{ template: workspace.template, files: {}, links: {}, env: {}, input: {}, readAfter: [] },
    ...{ event, edition: 'hookline', agent: usualAgent.name, only: { ids: [id] } },
    ...{ timeoutMs: TIMEOUT_MS, probeMs: WAIT_MS },
  })
  if ('error' in done) return { ...hook, parkable: null, reason: done.error }
  const probe = done.probes?.[0]
  if (probe === undefined) return { ...hook, parkable: null, reason: 'it did not run in the scratch copy' }
  const reason = whyNotParkable(probe)
  return reason === undefined ? { ...hook, parkable: true } : { ...hook, parkable: false, reason }
}

/** Only hooks of this workspace that may run anyway are run. */
function whyNotRun({ trust, held, unrunnable, origin, sandbox = 'none' }: Entry, root: string): string | undefined {
  if (held !== undefined) return held.detail
  if (unrunnable !== undefined) return unrunnable.message
  if (sandbox !== 'none') return 'a hook in a sandbox is not parked'
  if (origin.root !== root || origin.source === 'plugin')
    return 'it is not a hook of this workspace, so there is no scratch copy for it'
  return trust === 'trusted' || trust === 'followed' ? undefined : 'the workspace is not trusted'
}

function findReader(
  entry: Entry,
  workspace: Workspace,
  read: (file: string) => string | undefined,
): string | undefined {
  const inCommand = findReadVariable([entry.command, ...(entry.args ?? [])].join(' '))
  if (inCommand !== undefined) return `the command ${describeRead(inCommand)}`
  for (const path of workspace.scriptsOf(entry)) {
    const name = findReadVariable(read(path) ?? '', path)
    if (name !== undefined) return `${basename(path)} ${describeRead(name)}`
  }
  return undefined
}

function findNotInherited(entry: Entry, workspace: Workspace, read: (file: string) => string | undefined) {
  const inCommand = readVariables([entry.command, ...(entry.args ?? [])].join(' '))
  const inScripts = workspace.scriptsOf(entry).flatMap((path) => readVariables(read(path) ?? '', path))
  return [...new Set([...inCommand, ...inScripts])]
    .filter((name) => !hasCleanVariable(name, entry, process.platform === 'win32' ? 'win32' : 'linux'))
    .toSorted()
}

const reasons: Readonly<Record<Exclude<Probe['result'], 'waits'>, string>> = {
  output: 'it printed something before it got its event',
  ended: 'it ended before it got its event',
  unread: 'it did not read its event',
  'variables-file': 'it is given a file for variables at this event',
  unsupported: 'hooks cannot be parked on this system',
}

function whyNotParkable({ result, changed }: Probe): string | undefined {
  if (changed.length > 0) {
    const more = changed.length > 1 ? ` and ${counted(changed.length - 1, 'more file')}` : ''
    return `it changed ${oneLine(changed[0] ?? '')}${more} before it got its event`
  }
  return result === 'waits' ? undefined : reasons[result]
}

export function describeProbe({ network, hooks }: ProbeReport, style: Style): string {
  const run = hooks.filter(({ parkable }) => parkable !== null).length
  const rows = hooks.map(({ event, label, warm, parkable, reason }) => ({
    state: parkable === null ? 'not run' : parkable ? 'can be parked' : 'cannot be parked',
    colour: parkable === null ? style.dim : parkable ? style.green : style.yellow,
    what: `${event}  ${oneLine(label)}${warm ? '  (warm)' : ''}`,
    reason: reason === undefined ? '' : `: ${oneLine(reason)}`,
  }))
  const width = widest(rows.map(({ state }) => state))
  return [
    '',
    `Tried ${counted(run, 'hook')} for parking, each in a scratch copy, network ${network}:`,
    ...rows.map(({ state, colour, what, reason }) => `  ${colour(state.padEnd(width))}  ${what}${reason}`),
    ...(rows.length === 0 ? ['  there are no command hooks'] : []),
    ...describeEnvironment(hooks),
    '',
  ].join('\n')
}

/** The variables that hooks read and would not get with `"environment": "clean"`. */
function describeEnvironment(hooks: readonly ProbedHook[]): readonly string[] {
  const reading = hooks.filter(({ notInherited }) => notInherited.length > 0)
  if (reading.length === 0) return []
  return [
    '',
    'Variables that a hook reads, and that a clean environment ("environment": "clean") does not have unless `env` names them:',
    ...reading.map(({ event, label, notInherited }) => `  ${event}  ${oneLine(label)}: ${notInherited.join(' ')}`),
  ]
}
