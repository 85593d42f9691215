/** Exceptions for whole commands that another guard lets through: for exactly that command, in this workspace, from the agents here. */
import type { AllowedCommand, Note } from '@hookline/core/importers'
import {
  callKey,
  callsHookline,
  createHooks,
  documentSource,
  type Run,
  readHooks,
  type SourceSetup,
} from '@hookline/core/node'
import type { JsonObject } from '@hookline/core/protocol'
import { findAgents } from '../agents.ts'
import { whyNotHere } from '../approve/why-not-here.ts'
import { readState } from '../connect/read-state.ts'
import type { FileChange } from '../edit/change.ts'
import { packSetup } from '../edit/own-target.ts'
import type { Target } from '../edit/target.ts'
import type { Io } from '../io.ts'
import { clip, visible } from '../text/plain.ts'

export interface PlannedExceptions {
  readonly exceptions: readonly JsonObject[]
  readonly notes: readonly Note[]
}
export interface ExceptionContext {
  readonly root: string
  readonly home: string
  /** The files as they will be. */
  readonly targets: readonly Target[]
  readonly changes: readonly FileChange[]
  /** Exceptions that are there already, by the hash of the call. */
  readonly known: ReadonlySet<string>
  readonly io: Io
}

const event = 'beforeShellExecution'
const MAX_SHOWN = 400

export async function planExceptions(
  allowed: readonly AllowedCommand[],
  context: ExceptionContext,
): Promise<PlannedExceptions> {
  if (allowed.length === 0) return { exceptions: [], notes: [] }
  const { root, home, known, io } = context
  const agents = await agentsAt(root, home)
  const why = agents.length === 0 ? 'no agent was found here' : whyNotHere(io, true)
  const judged = await judge(allowed, context)
  const notes: Note[] = []
  const exceptions: JsonObject[] = []
  for (const { command, reason, file, line, covers, blockedBy } of judged) {
    const say = (kind: Note['kind'], message: string, fix: string) =>
      void notes.push({ file, line, kind, message: `${JSON.stringify(command)}: ${message}`, cure: fix })
    if (blockedBy !== undefined) {
      say(
        'differs',
        `${blockedBy} refuses it, and a block is stronger than an allowance in dcg too`,
        'There is no exception for it.',
      )
      continue
    }
    if (covers.length === 0) {
      say('differs', 'no pack here refuses it or asks about it', 'It needs no exception.')
      continue
    }
    if (why !== undefined) {
      say(
        'left-out',
        `no exception was written: ${why.replace(/\.$/, '')}`,
        'When it is refused: hookline approve --always',
      )
      continue
    }
    // Agents differ in whether they say that the command runs in a sandbox.
    for (const agent of agents)
      for (const input of [
        { command, cwd: root, sandbox: false },
        { command, cwd: root },
      ]) {
        const call = callKey(event, { ...input, workspace_roots: [root] }, agent)
        if (known.has(call)) continue
        const shows = clip(visible(command), MAX_SHOWN)
        exceptions.push({
          call,
          covers,
          shows,
          workspaces: [root],
          reason: `${reason} (dcg)`,
          at: new Date().toISOString(),
        })
      }
  }
  return { exceptions, notes }
}

/** The agents that are used here, and those that call Hookline. */
async function agentsAt(root: string, home: string): Promise<readonly string[]> {
  const { entries } = await readState(root)
  const connected = entries.filter(callsHookline).map(({ dialect }) => dialect)
  return [...new Set([...findAgents(root, home).map(({ agent }) => agent.dialect?.name), ...connected])].filter(
    (name) => name !== undefined,
  )
}

interface Judged extends AllowedCommand {
  /** The rules of packs that refuse it or ask. */
  readonly covers: readonly string[]
  /** A rule that was converted too, and refuses it. */
  readonly blockedBy?: string
}

/** Asks the packs and rules of the planned files. They start no program. */
async function judge(
  allowed: readonly AllowedCommand[],
  { root, targets, changes, io }: ExceptionContext,
): Promise<readonly Judged[]> {
  const setup = withPlanned(await packSetup(), changes)
  const sources = targets.map((target) =>
    documentSource(
      {
        source: target.level,
        own: true,
        file: target.file,
        cwd: target.base,
        trust: target.level === 'user' ? 'own' : 'untrusted',
        ...(target.root === undefined ? {} : { root: target.root }),
      },
      setup,
      (text, source, reading) => {
        const read = readHooks(text, source, reading)
        return { ...read, entries: read.entries.filter((entry) => entry.pack !== undefined || entry.type === 'rule') }
      },
    ),
  )
  const hooks = await createHooks({
    workspaceRoots: [root],
    sources: { only: sources },
    trust: () => true,
    onAsk: 'host',
    watch: false,
    env: io.env,
  })
  try {
    const judged: Judged[] = []
    for (const one of allowed) {
      const { runs } = await hooks.fire(event, { command: one.command, cwd: root, sandbox: false })
      const against = runs.filter(objects)
      const block = against.find(({ entry }) => entry.pack === undefined)
      judged.push({
        ...one,
        covers: [...new Set(against.map(({ rule, entry }) => rule ?? entry.id))],
        ...(block === undefined ? {} : { blockedBy: block.entry.name ?? block.entry.label }),
      })
    }
    return judged
  } finally {
    await hooks.close()
  }
}

const objects = ({ entry, outcome }: Run): boolean =>
  entry.monitor !== true && 'verdict' in outcome && (outcome.verdict === 'deny' || outcome.verdict === 'ask')

function withPlanned(setup: SourceSetup, changes: readonly FileChange[]): SourceSetup {
  const planned = new Map(changes.map(({ path, after }) => [path, after]))
  const read: SourceSetup['files']['read'] = (path) => {
    const text = planned.get(path)
    return text === undefined ? setup.files.read(path) : { ...setup.files.read(path), kind: 'text', text }
  }
  return { ...setup, files: { ...setup.files, read } }
}
