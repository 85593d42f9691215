/**
 * Engines for a process that answers the events of many callers (`hookline daemon`). Each event gets an engine of its own with the
 * caller's environment, as in a process of its own. Only what was read from files is kept, and every event checks these files.
 */
import { hash } from 'node:crypto'
import { closeSync } from 'node:fs'
import { type Config, endWithoutOutput } from '../flow.ts'
import type { Hooks } from '../hooks.ts'
import { createMatchers, type Matchers } from '../matchers/matcher.ts'
import type { Bound, Files } from '../ports.ts'
import type { EventName } from '../protocol/events/index.ts'
import { traceVariables } from '../protocol/trace-context.ts'
import type { FindPark, SpawnRequest } from '../runners/command.ts'
import { stateVariable } from '../state-scope.ts'
import type { NodeConfigs } from './config/configs.ts'
import { composeFor, type Parts } from './create-hooks.ts'
import type { CreateOptions } from './create-options.ts'
import { shareAppenders } from './log/shared-append.ts'
import { createSpareProcesses, type SpareProcesses } from './modules/lane.ts'
import { createFifos } from './process/fifos.ts'
import { createFindPark } from './process/find-park.ts'
import { memoryDirectories } from './process/memory-directory.ts'
import { createParked, type Parked } from './process/parked.ts'
import { createSpawn, type Started } from './process/spawn.ts'
import { nodeFiles } from './system/files.ts'
import { thisPlatform } from './system/machine.ts'
import { readUpTo } from './system/read-up-to.ts'
import { openRegular } from './system/regular-file.ts'

/** One caller, for one event. */
export interface Caller {
  /** Hooks inherit it, and files are found by it. */
  readonly env: Readonly<Record<string, string | undefined>>
  /** Where the calling program runs. */
  readonly cwd: string
  /** Starts a hook in the calling program. */
  startHook(request: SpawnRequest): Started
  /**
   * The caller has the limits of this process: hooks with `warm` may be started here ahead of time, and processes for modules.
   */
  readonly parks?: boolean
  /** Whether the caller has given up and records the event itself. */
  isLost?(): boolean
  /** How code that judges in this thread is limited. Default: by the clock. */
  readonly bound?: Bound
}

export interface HooksServer {
  /** Like `createHooks` in one-shot mode. `events` must name the events that will be fired. */
  create(options: CreateOptions & { readonly events: readonly EventName[] }, caller: Caller): Promise<Hooks>
}

/** What is kept for one workspace and one environment. */
interface Kept {
  readonly matchers: Matchers
  configs?: Promise<NodeConfigs>
  readAt: number
  /** The reading of the last event, and what of it decides whether a process may wait. */
  config?: Config
  parkable?: string
}

/** A person works in few workspaces at a time. */
const MAX_KEPT = 24
const MAX_PARKED = 8
/** After this time everything is read again: packs remember facts that no watched file shows, such as the programs on the PATH. */
const MAX_AGE_MS = 5_000
/** They differ from call to call, and no file is found by them. */
const ignored: ReadonlySet<string> = new Set([
  '_',
  'SHLVL',
  'PWD',
  'OLDPWD',
  'HOOKLINE_DEPTH',
  'HOOKLINE_RUN',
  ...traceVariables,
  stateVariable,
])

export function serveHooks(): HooksServer {
  const all = new Map<string, Kept>()
  const shared = createSharedParked()
  const openAppender = shareAppenders()
  /** Created with the first module. */
  let spares: SpareProcesses | undefined
  return {
    async create({ events, ...options }, caller) {
      const key = keyOf(options, caller)
      const kept = touch(all, key)
      const openConfigs: Parts['openConfigs'] = async (read) => {
        try {
          const configs = pinned(await refresh(kept, events, () => read({ checkIntervalMs: 0 })))
          if (hasChanged(kept, configs.current())) shared.discard()
          return configs
        } catch (error) {
          all.delete(key)
          throw error
        }
      }
      const park = caller.parks === true ? shared.get() : undefined
      const { hooks } = await composeFor(options, {
        platformEnv: caller.env,
        files: carefulFiles,
        ...(caller.isLost === undefined ? {} : { isLost: caller.isLost }),
        openConfigs,
        openAppender,
        matchers: kept.matchers,
        spawn: () =>
          createSpawn({
            directories: memoryDirectories(caller.env),
            startElsewhere: caller.startHook,
            ...(park === undefined ? {} : { parked: park.parked }),
          }),
        ...(park === undefined ? {} : { findPark: park.findPark }),
        ...(caller.bound === undefined ? {} : { bound: caller.bound }),
        startModule: (module, print, env) => {
          spares ??= createSpareProcesses()
          return spares.startFor(caller)(module, print, env)
        },
      })
      return hooks
    },
  }
}

/** Created with the first caller for which hooks may wait. */
function createSharedParked() {
  let created: { readonly parked: Parked; readonly findPark: FindPark } | undefined
  function create() {
    const fifos = createFifos(memoryDirectories())
    fifos.warm()
    return {
      parked: createParked(fifos, { max: MAX_PARKED }),
      findPark: createFindPark(nodeFiles, thisPlatform()),
    }
  }
  return {
    get: () => {
      created ??= create()
      return created
    },
    discard: () => void created?.parked.discard(),
  }
}

/**
 * Stamps that show every change of content. The system's own show none where a file is written through memory that was mapped and
 * changed before. A new process reads all files again, so a process that stays must compare what is in them.
 */
const carefulFiles: Files = {
  ...nodeFiles,
  stamp(path) {
    const stamp = nodeFiles.stamp(path)
    // Most of the files that are looked for do not exist: then there is no stamp, but the reason.
    const content = stamp.includes(':') ? readOwnContent(path) : undefined
    return content === undefined ? stamp : `${stamp}:${hash('sha1', content)}`
  },
}

/** Larger files are programs, and only their owner can change a file. */
const MAX_COMPARED = 256 * 1024
const user = process.getuid?.()

function readOwnContent(path: string): Buffer | undefined {
  const opened = openRegular(path)
  if (opened.kind !== 'opened') return undefined
  const { descriptor, size, owner } = opened
  try {
    if (size > MAX_COMPARED || (owner !== user && user !== 0)) return undefined
    return readUpTo(descriptor, size, MAX_COMPARED)
  } catch {
    return undefined
  } finally {
    closeSync(descriptor)
  }
}

/** Whether hooks or their trust differ from the last reading: what waits was started under that one. */
function hasChanged(kept: Kept, config: Config): boolean {
  if (kept.config === config) return false
  const before = kept.parkable
  kept.config = config
  kept.parkable = JSON.stringify(
    config.entries.map(({ id, text, cwd, trust, held }) => [id, text, cwd, trust, held?.why]),
  )
  return before !== undefined && before !== kept.parkable
}

/** Finds or adds what is kept under a key, as the one used last. */
function touch(all: Map<string, Kept>, key: string): Kept {
  const kept = all.get(key) ?? { matchers: createMatchers(), readAt: 0 }
  all.delete(key)
  all.set(key, kept)
  for (const oldest of all.keys()) {
    if (all.size <= MAX_KEPT) break
    all.delete(oldest)
  }
  return kept
}

/** The configuration as a process that starts now would read it. */
async function refresh(
  kept: Kept,
  events: readonly EventName[],
  read: () => Promise<NodeConfigs>,
): Promise<NodeConfigs> {
  if (kept.configs === undefined) {
    kept.readAt = performance.now()
    kept.configs = read()
    return kept.configs
  }
  const configs = await kept.configs
  const [first, ...inner] = events
  const isOld = performance.now() - kept.readAt > MAX_AGE_MS
  if (isOld) kept.readAt = performance.now()
  // `fresh` looks at the scripts of its own event.
  if (isOld || first === undefined || inner.some((name) => configs.tampered(name))) await configs.reload()
  else await configs.fresh(first)
  return configs
}

/** The last reading for one event. Another event's reading does not change it, and what a session adds to it ends with the event. */
function pinned(configs: NodeConfigs): NodeConfigs {
  const { config, tampered, isTrusted } = configs.pin()
  return {
    ...configs,
    current: () => config,
    fresh: () => config,
    tampered,
    isTrusted,
    addPlugins: async () => {},
    onChange: () => () => {},
    close: () => {},
  }
}

/** Everything on which the reading of files depends. */
function keyOf(options: CreateOptions, { env }: Caller): string {
  const { workspaceRoots, home, edition, strict, hostOwned, experiments, agent } = options
  return JSON.stringify([workspaceRoots, home, edition, strict, hostOwned, experiments, agent, keyOfVariables(env)])
}

/** Callers of one session often come with the same environment, which is then the same object. */
const keysOfVariables = new WeakMap<Caller['env'], string>()

function keyOfVariables(env: Caller['env']): string {
  const known = keysOfVariables.get(env)
  if (known !== undefined) return known
  const variables = Object.entries(env).filter(([name]) => !ignored.has(name))
  const key = hash('sha256', JSON.stringify(variables.toSorted()))
  keysOfVariables.set(env, key)
  return key
}

/** An engine for an event whose hooks were started elsewhere and whose answer is lost: none runs again, and what has run is unknown. */
export async function createLostHooks({ background: _, ...options }: CreateOptions, message: string): Promise<Hooks> {
  const raw = endWithoutOutput({ kind: 'deadline', message })
  return (await composeFor(options, { runEvery: async () => raw })).hooks
}
