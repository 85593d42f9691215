/** Composes the engine for Node: real files, real processes, the standard sources. The one place that knows every family by name. */
import { join, resolve } from 'node:path'
import { dialects } from '../dialects/index.ts'
import { editions, isEdition } from '../editions.ts'
import { createEngine } from '../engine.ts'
import { HooklineError } from '../errors.ts'
import type { Edition, SourceName } from '../flow.ts'
import type { Hooks } from '../hooks.ts'
import { createMatchers } from '../matcher.ts'
import type { Ask, Platform, Runner, Sessions, Sink, Source, TrustOption } from '../ports.ts'
import type { CommonInput } from '../protocol/common.ts'
import { callRunner } from '../runners/call.ts'
import { commandRunner, type Spawn } from '../runners/command.ts'
import { isObject, kindOf } from '../schema.ts'
import { memorySessions } from '../session.ts'
import type { Capture } from '../sinks/log-record.ts'
import { logSettings } from '../sinks/log-settings.ts'
import { memorySink } from '../sinks/memory.ts'
import { createSlots } from '../slots.ts'
import { standardSources } from '../sources/index.ts'
import type { InlineHooks } from '../sources/inline.ts'
import { stateDirectory } from '../sources/places.ts'
import { createConfigs, type NodeConfigs } from './configs.ts'
import { nodeFiles } from './files.ts'
import { fileSink } from './log/file-sink.ts'
import { logDirectory } from './log/log-directory.ts'
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
  /** The durable log. Default: none is written. What is left out here, the hookline.json files say. */
  readonly log?: false | LogOption
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

export interface LogOption {
  /** `'full'` keeps the fields that rows call private. */
  readonly capture?: Capture
  readonly maxMb?: number
  /** Default: `log` in the state directory of the person. */
  readonly directory?: string
  /** Who the events come from: stands in every record. */
  readonly host?: string
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
  const command = lateCommandRunner()
  const memory = memorySink()
  const sessions =
    options.sessions === 'disk' ? diskSessions(join(stateDirectory(setup.platform), 'sessions')) : memorySessions()
  const matchers = createMatchers(slowTest)
  // Before the first event, so that `explain` knows what `fire` will know. A process for one event only fires that one.
  if (options.sessions !== 'disk')
    await matchers.prepare(configs.current().entries.flatMap((entry) => entry.matcher ?? []))
  const hooks = createEngine({
    edition,
    matchers,
    dialects,
    realPath: nodeFiles.realPath,
    readText,
    runners: { command: command.runner, call: callRunner },
    slots: createSlots(options.maxProcesses ?? MAX_PROCESSES),
    roots,
    env: options.env ?? process.env,
    remote: options.remote ?? false,
    defaults: options.defaults ?? {},
    userEmail: options.user?.email ?? null,
    conversationId: newUuid(),
    generationOf: generations(sessions),
    sessionOf: sessions.of,
    configs,
    sessions,
    sinks: [memory, ...durableLog(options.log, setup.platform, configs), ...(options.sinks ?? [])],
    log: memory.runs,
    ...(options.onAsk === undefined ? {} : { onAsk: options.onAsk }),
    ...(options.onEngineError === undefined ? {} : { onEngineError: options.onEngineError }),
    eventTimeoutMs: options.eventTimeoutMs ?? EVENT_TIMEOUT_MS,
  })
  // A process of its own for each event runs its hooks at once, or has none to run: nothing to make ready.
  if (configs.current().entries.length > 0 && options.sessions !== 'disk') command.warm()
  return { hooks, configs }
}

/** What each option may be, checked once: a typo in one must not become a silent default. */
const allowed: Readonly<Record<string, (value: never) => boolean>> = {
  workspaceRoots: (value) => isTexts(value),
  home: (value) => typeof value === 'string' && value !== '',
  trust: (value) => value === 'all' || value === 'none' || typeof value === 'function',
  edition: (value) => typeof value === 'string' && isEdition(value),
  onAsk: (value) => value === 'host' || typeof value === 'function',
  onEngineError: (value) => value === 'allow' || value === 'deny',
  sessions: (value) => value === 'memory' || value === 'disk',
  hooks: (value) => isObject(value),
  defaults: (value) => isObject(value),
  plugins: (value) => isTexts(value),
  experiments: (value) => isTexts(value),
  enterpriseDir: (value) => typeof value === 'string',
  eventTimeoutMs: (value) => typeof value === 'number' && value > 0,
  maxProcesses: (value) => Number.isInteger(value) && value > 0,
  log: (value) => value === false || isLogOption(value),
}
const isLogOption = (value: unknown) =>
  isObject(value) &&
  [undefined, 'lean', 'full'].includes(value.capture as undefined) &&
  (value.maxMb === undefined || (typeof value.maxMb === 'number' && value.maxMb > 0)) &&
  [value.directory, value.host].every((text) => text === undefined || (typeof text === 'string' && text !== ''))
const isTexts = (value: unknown) => Array.isArray(value) && value.every((one) => typeof one === 'string' && one !== '')

function check(options: CreateOptions): void {
  if (!isObject(options) || options.workspaceRoots === undefined) {
    throw new HooklineError(
      'bad-option',
      'createHooks needs { workspaceRoots }: a list of directories, which may be empty.',
    )
  }
  for (const [name, value] of Object.entries(options)) {
    if (value === undefined || allowed[name]?.(value as never) !== false) continue
    const hint = name === 'edition' ? ` The editions are: ${Object.keys(editions).join(', ')}.` : ''
    throw new HooklineError('bad-option', `The option ${name} of createHooks cannot be ${kindOf(value)}.${hint}`)
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

/**
 * Settings are asked for at each record: an organisation that wants less kept is heard at once. The file is opened, and its
 * code loaded, at the first record: most events of most workspaces run no hook.
 */
function durableLog(option: CreateOptions['log'], platform: Platform, configs: NodeConfigs): readonly Sink[] {
  if (option === undefined || option === false) return []
  const { capture, maxMb, host } = option
  const directory = option.directory === undefined ? undefined : resolve(option.directory)
  const settings = () => {
    const said = logSettings(configs.current().settings ?? [])
    return { capture: capture ?? said.capture, maxMb: maxMb ?? said.maxMb }
  }
  let sink: Sink | undefined
  return [
    {
      name: 'log',
      write(record) {
        sink ??= fileSink({
          directory: directory ?? resolve(logDirectory(platform)),
          settings,
          ...(host === undefined ? {} : { host }),
        })
        sink.write(record)
      },
      close: async () => sink?.close?.(),
    },
  ]
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
    const id = newUuid()
    current.set(conversationId, { turn, id })
    return id
  }
}

/** Made when the first hook runs: most starts of `hookline run` end without one. */
function lateCommandRunner(): { readonly runner: Runner; warm(): void } {
  let made: { readonly spawn: Spawn; readonly runner: Runner } | undefined
  const now = () => {
    if (made === undefined) {
      const spawn = createSpawn()
      made = { spawn, runner: commandRunner(spawn) }
    }
    return made
  }
  return {
    runner: { type: 'command', run: (job) => now().runner.run(job), close: async () => made?.runner.close?.() },
    warm: () => now().spawn.warm(),
  }
}

/** Names a conversation or a turn, and is no secret: not worth the 4 ms that loading `node:crypto` costs a start. */
const newUuid = (): string =>
  'xxxxxxxx-xxxx-4xxx-8xxx-xxxxxxxxxxxx'.replace(/x/g, () => Math.floor(Math.random() * 16).toString(16))
