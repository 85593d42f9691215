/** Composes the engine for Node: real files, real processes, the standard sources. The one place that knows every family by name. */
import { randomUUID } from 'node:crypto'
import { join, resolve } from 'node:path'
import { dialects } from '../dialects/index.ts'
import { editions, isEdition } from '../editions.ts'
import { createEngine } from '../engine.ts'
import { HooklineError } from '../errors.ts'
import type { Edition, SourceName } from '../flow.ts'
import type { Hooks } from '../hooks.ts'
import { createMatchers } from '../matcher.ts'
import type { Ask, Sessions, Sink, Source, TrustOption } from '../ports.ts'
import type { CommonInput } from '../protocol/common.ts'
import { callRunner } from '../runners/call.ts'
import { commandRunner } from '../runners/command.ts'
import { memorySessions } from '../session.ts'
import { memorySink } from '../sinks/memory.ts'
import { createSlots } from '../slots.ts'
import { standardSources } from '../sources/index.ts'
import type { InlineHooks } from '../sources/inline.ts'
import { stateDirectory } from '../sources/places.ts'
import { createConfigs, type NodeConfigs } from './configs.ts'
import { nodeFiles } from './files.ts'
import { diskSessions } from './sessions.ts'
import { slowTest } from './slow-test.ts'
import { sourceSetup } from './source-setup.ts'
import { createSpawn } from './spawn.ts'

export interface CreateOptions {
  readonly workspaceRoots: readonly string[]
  /** Instead of the person's own; nothing outside it is then read or written for them. */
  readonly home?: string
  /** Without it the stored trust decides (`hookline trust add`). */
  readonly trust?: TrustOption
  readonly edition?: Edition
  /** Absent: an ask is refused. `'host'`: the host asks by itself and gets `kind: 'ask'`. */
  readonly onAsk?: Ask | 'host'
  /** Beside the standard ones; `{ only }` instead of them. */
  readonly sources?: readonly Source[] | { readonly only: readonly Source[] }
  readonly sinks?: readonly Sink[]
  /** Sources that the agent around this process runs by itself: their hooks.json and settings entries are held. */
  readonly hostOwned?: readonly SourceName[]
  readonly experiments?: readonly string[]
  readonly user?: { readonly email: string | null }
  /** Hooks of the embedder's own: entries as in hookline.json, or functions. */
  readonly hooks?: InlineHooks
  /** Of the common fields: what `fire` fills in. */
  readonly defaults?: Partial<CommonInput>
  readonly plugins?: readonly string[]
  /** A further enterprise directory; never instead of the system's. */
  readonly enterpriseDir?: string
  readonly eventTimeoutMs?: number
  readonly maxProcesses?: number
  /** Default true: files are watched and a save takes effect. */
  readonly watch?: boolean
  /** What a bug of ours means at a gate. No silent default: without it `fire` rejects. */
  readonly onEngineError?: 'allow' | 'deny'
  /** The workspace is a remote one: hooks see `CURSOR_CODE_REMOTE`. */
  readonly remote?: boolean
  /** Any error rejects its file. */
  readonly strict?: boolean
  /** `'disk'` for hosts that start a process per event; default: this process remembers. */
  readonly sessions?: 'memory' | 'disk'
  /** What hooks inherit; default: the environment of this process at the time of the event. */
  readonly env?: Readonly<Record<string, string | undefined>>
}

const EVENT_TIMEOUT_MS = 600_000
const MAX_PROCESSES = 32

/**
 * Reads every source of hooks and returns the engine.
 *
 * @example
 * const hooks = await createHooks({ workspaceRoots: [process.cwd()] })
 * const effect = await hooks.fire('beforeShellExecution', { command: 'git push', cwd, sandbox: false })
 * if (effect.kind === 'refuse') tellModel(effect.agentMessage)
 */
export async function createHooks(options: CreateOptions): Promise<Hooks> {
  return (await compose(options)).hooks
}

/** The same, with what the command line looks at beside it. */
export async function compose(
  options: CreateOptions,
): Promise<{ readonly hooks: Hooks; readonly configs: NodeConfigs }> {
  check(options)
  const roots = options.workspaceRoots.map((root) => resolve(root))
  const edition = editions[options.edition ?? 'hookline']
  const setup = sourceSetup(options)
  const configs = await createConfigs({
    ...options,
    sources: sourcesOf(options, setup, roots),
    setup,
    edition,
    roots,
  })
  const spawn = createSpawn()
  const memory = memorySink()
  const sessions =
    options.sessions === 'disk' ? diskSessions(join(stateDirectory(setup.platform), 'sessions')) : memorySessions()
  const hooks = createEngine({
    edition,
    matchers: createMatchers(slowTest),
    dialects,
    realPath: nodeFiles.realPath,
    readText,
    runners: { command: commandRunner(spawn), call: callRunner },
    slots: createSlots(options.maxProcesses ?? MAX_PROCESSES),
    roots,
    env: options.env ?? process.env,
    remote: options.remote ?? false,
    defaults: options.defaults ?? {},
    userEmail: options.user?.email ?? null,
    conversationId: randomUUID(),
    generationOf: generations(sessions),
    sessionOf: sessions.of,
    configs,
    sessions,
    sinks: [memory, ...(options.sinks ?? [])],
    log: memory.runs,
    ...(options.onAsk === undefined ? {} : { onAsk: options.onAsk }),
    ...(options.onEngineError === undefined ? {} : { onEngineError: options.onEngineError }),
    eventTimeoutMs: options.eventTimeoutMs ?? EVENT_TIMEOUT_MS,
  })
  if (configs.current().entries.length > 0) spawn.warm()
  return { hooks, configs }
}

function check(options: CreateOptions): void {
  const wrong = (message: string) => new HooklineError('bad-option', message)
  const { workspaceRoots, edition, eventTimeoutMs, maxProcesses } = options
  if (!Array.isArray(workspaceRoots) || workspaceRoots.some((root) => typeof root !== 'string' || root === '')) {
    throw wrong('workspaceRoots must be a list of directories (it may be empty).')
  }
  if (edition !== undefined && !isEdition(edition)) {
    throw wrong(
      `There is no edition ${JSON.stringify(edition)}. The editions are: ${Object.keys(editions).join(', ')}.`,
    )
  }
  for (const [name, value] of Object.entries({ eventTimeoutMs, maxProcesses })) {
    if (value !== undefined && !(value > 0)) throw wrong(`${name} must be a positive number.`)
  }
}

function sourcesOf(
  options: CreateOptions,
  setup: ReturnType<typeof sourceSetup>,
  roots: readonly string[],
): readonly Source[] {
  const given = options.sources ?? []
  if ('only' in given) return given.only
  const { hooks, plugins, enterpriseDir } = options
  const standard = standardSources({
    ...setup,
    roots,
    ...(hooks === undefined ? {} : { hooks }),
    ...(plugins === undefined ? {} : { plugins }),
    ...(enterpriseDir === undefined ? {} : { enterpriseDir }),
    cwd: process.cwd(),
  })
  return [...standard, ...given]
}

function readText(path: string): string | undefined {
  const found = nodeFiles.read(path)
  return found.kind === 'text' ? found.text : undefined
}

/** New for each message of the person, the same for all that follows from it. */
function generations(sessions: Sessions): (conversationId: string, newTurn: boolean) => string {
  const current = new Map<string, { readonly turn: number; readonly id: string }>()
  return (conversationId, newTurn) => {
    const turn = sessions.of(conversationId).generations
    const known = current.get(conversationId)
    if (known !== undefined && !newTurn) return known.id
    const id = randomUUID()
    current.set(conversationId, { turn, id })
    return id
  }
}
