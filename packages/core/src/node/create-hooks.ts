/** Composes the engine for Node from real files, real processes and the standard sources. Only this file knows every runner, sink and dialect by name. */
import { randomUUID } from 'node:crypto'
import { join, resolve } from 'node:path'
import { readVariable } from '../agents/list.ts'
import { createEngine } from '../create-engine.ts'
import { dialects } from '../dialects/index.ts'
import { editions } from '../editions.ts'
import type { Rim } from '../engine.ts'
import type { Entry } from '../flow.ts'
import type { Hooks } from '../hooks.ts'
import { createMatchers, type Matchers } from '../matchers/matcher.ts'
import type { Approvals, Bound, Files, Platform, Runner, Sessions, Sink, Source } from '../ports.ts'
import { callRunner } from '../runners/call.ts'
import { type CheckedCopies, commandRunner, type FindPark, type Sandboxes, type Spawn } from '../runners/command.ts'
import { httpRunner } from '../runners/http.ts'
import { moduleRunner } from '../runners/module.ts'
import { ruleRunner } from '../runners/rule.ts'
import { memorySink } from '../sinks/memory.ts'
import { connectionSources } from '../sources/agent-files.ts'
import { standardSources } from '../sources/index.ts'
import { inline } from '../sources/inline.ts'
import { stateDirectory } from '../sources/locations.ts'
import { memorySessions } from '../steps/session.ts'
import { createSlots } from '../steps/shared/slots.ts'
import { answeredAgent } from './answered-agent.ts'
import { createApprovals } from './approvals.ts'
import { checkedCopies } from './checked/copies.ts'
import { type ConfigsOptions, createConfigs, type NodeConfigs } from './config/configs.ts'
import { sourceSetup } from './config/source-setup.ts'
import { type CreateOptions, checkOptions, type Mode } from './create-options.ts'
import { nodeHttp } from './http/post.ts'
import type { OpenAppender } from './log/append.ts'
import { durableLog } from './log/durable-log.ts'
import { createPromptRunner, type PromptSetup } from './models/prompt.ts'
import { type StartLane, startProcess, startThread } from './modules/lane.ts'
import { createModules } from './modules/modules.ts'
import { createRuleContext } from './modules/rule-context.ts'
import { createTracer } from './otel/tracer.ts'
import { createFindPark } from './process/find-park.ts'
import { joinHelper } from './process/helper/shared-helper.ts'
import { createPluginData } from './process/plugin-data.ts'
import { createSpawn } from './process/spawn.ts'
import { createSandboxes } from './sandbox/sandboxes.ts'
import { diskSessions } from './sessions.ts'
import { runWithTimeLimit } from './system/bounded.ts'
import { nodeFiles } from './system/files.ts'
import { warn } from './system/warn.ts'
import { refreshTeams, startRefreshing } from './team/refresh.ts'

const EVENT_TIMEOUT_MS = 600_000
const MAX_PROCESSES = 32
const MAX_PARKED = 8

interface ModeRow {
  openSessions(platform: Platform): Sessions
  /** Matchers and processes are created ready before the first event. */
  readonly preparesAll: boolean
  readonly watches: boolean
  /** Processes of hooks with `warm` are started ahead of time. */
  readonly parks: boolean
  /** A damaged file counts as it was when it was last readable. */
  readonly keepsLastGood: boolean
  createSpawn(options: CreateOptions): Spawn
  /** A function, so that the code is loaded only when a module runs. */
  readonly moduleStarter: () => StartLane
}

/** The differences between an engine that keeps running and one for a single event (`CreateOptions.mode`). */
const modes: Readonly<Record<Mode, ModeRow>> = {
  resident: {
    openSessions: () => memorySessions(),
    preparesAll: true,
    watches: true,
    parks: true,
    keepsLastGood: true,
    createSpawn: ({ helperProcess, maxParked = MAX_PARKED }) =>
      createSpawn({
        maxParked,
        ...(helperProcess === false ? {} : { helper: joinHelper(helperProcess === true ? 0 : undefined) }),
      }),
    moduleStarter: () => startThread,
  },
  'one-shot': {
    openSessions: (platform) => diskSessions(join(stateDirectory(platform), 'sessions')),
    preparesAll: false,
    watches: false,
    parks: false,
    keepsLastGood: false,
    createSpawn: () => createSpawn({ oneShot: true }),
    // stdout carries the reply of this process, so no module may write to it.
    moduleStarter: () => startProcess,
  },
}

/**
 * Reads every source of hooks and returns the engine.
 *
 * @example
 * const hooks = await createHooks({ workspaceRoots: [process.cwd()] })
 * const effect = await hooks.fire('beforeShellExecution', { command: 'git push', cwd, sandbox: false })
 * if (effect.kind === 'refuse') sendToModel(effect.agentMessage)
 */
export async function createHooks(options: CreateOptions): Promise<Hooks> {
  return (await composeFor(options)).hooks
}

interface Composed {
  readonly hooks: Hooks
  readonly configs: NodeConfigs
}

/** Like `createHooks`, but also returns the configuration, which the command line shows. It always reads all events. */
export const compose = (options: Omit<CreateOptions, 'events'>, parts: Parts = {}): Promise<Composed> =>
  composeFor(options, { allConnections: true, ...parts })

/** Parts of the engine that the command line replaces, and a process that serves many callers (`serve-hooks.ts`). */
export interface Parts {
  /** The variables by which files are found. Default: those of this process. */
  readonly platformEnv?: Platform['env']
  readonly files?: Files
  /** Asked before a record is written to the durable log: whether another process writes it. */
  readonly isLost?: () => boolean
  /** The configuration, read earlier with `read` or now. */
  readonly openConfigs?: (read: (options?: Partial<ConfigsOptions>) => Promise<NodeConfigs>) => Promise<NodeConfigs>
  readonly matchers?: Matchers
  /** What starts the processes of command hooks. */
  readonly spawn?: () => Spawn
  /** Which hooks it may start ahead of time. */
  readonly findPark?: FindPark
  readonly bound?: Bound
  /** What starts the processes of module hooks. */
  readonly startModule?: StartLane
  /** Default: the log is opened for its first record, and closed with the engine. */
  readonly openAppender?: OpenAppender
  /** Entries with which agents call Hookline count too, in files whose other hooks Hookline does not run. */
  readonly allConnections?: boolean
  /** Replaces every runner. */
  readonly runEvery?: Runner['run']
}

export async function composeFor(options: CreateOptions, parts: Parts = {}): Promise<Composed> {
  checkOptions(options)
  const mode = modes[options.mode ?? 'resident']
  const roots = options.workspaceRoots.map((root) => resolve(root))
  const edition = editions[options.edition ?? 'hookline']
  const setup = sourceSetup(options, parts.platformEnv, parts.files)
  const sandboxes = createSandboxes(setup.platform)
  const read = (more: Partial<ConfigsOptions> = {}) =>
    createConfigs({
      ...options,
      watch: options.watch ?? mode.watches,
      keepsLastGood: mode.keepsLastGood,
      sources: collectSources(options, setup, roots, parts),
      setup,
      edition,
      roots,
      whyNoSandbox: sandboxes.whyNot,
      ...more,
    })
  const configs = await (parts.openConfigs?.(read) ?? read())
  const maxParked = mode.parks ? (options.maxParked ?? MAX_PARKED) : 0
  const command = lateCommandRunner(
    () => parts.spawn?.() ?? mode.createSpawn(options),
    parts.findPark ??
      (maxParked > 0 && parts.spawn === undefined ? createFindPark(nodeFiles, setup.platform) : undefined),
    checkedCopies(setup.platform),
    sandboxes,
  )
  // What is parked was started under the old reading: another trust, another command.
  if (maxParked > 0) configs.onChange(() => command.discardParked())
  const prompt = latePromptRunner({
    platform: setup.platform,
    configs,
    env: options.env ?? process.env,
    option: options.models,
    roots,
    runCommand: (job) => command.runner.run(job),
    sandboxes,
    isTrusted: (root) => configs.isTrusted(root),
  })
  const memory = memorySink()
  const sessions = mode.openSessions(setup.platform)
  const { matchers = createMatchers(), bound = runWithTimeLimit } = parts
  // Compile all matchers before the first event, so that `explain` knows what `fire` will know.
  if (mode.preparesAll) await matchers.prepare(configs.current().entries.flatMap((entry) => entry.matcher ?? []))
  const hooks = createEngine({
    edition,
    matchers,
    dialects,
    realPath: nodeFiles.realPath,
    readText,
    runners: replaceRunners(parts.runEvery, {
      command: command.runner,
      call: callRunner(bound, runWithTimeLimit),
      prompt,
      rule: ruleRunner(createRuleContext(matchers), bound, runWithTimeLimit),
      http: lateHttpRunner(),
      module: lateModuleRunner(setup.platform, () => parts.startModule ?? mode.moduleStarter()),
    }),
    slots: createSlots(options.maxProcesses ?? MAX_PROCESSES),
    roots,
    env: options.env ?? process.env,
    remote: options.remote ?? isRemote(options.env ?? process.env),
    pluginData: createPluginData(setup.platform),
    defaults: options.defaults ?? {},
    userEmail: options.user?.email ?? readVariable(options.env ?? process.env, 'userEmail') ?? null,
    conversationId: createConversationId(),
    generationOf: createGenerations(),
    sessionOf: sessions.of,
    configs,
    sessions,
    sinks: [
      memory,
      ...unlessLost(durableLog(options, setup.platform, configs, parts.openAppender), parts.isLost),
      ...(options.sinks ?? []),
    ],
    // Without a log, nothing is recorded, so there is no span to be a parent.
    ...(options.log === undefined || options.log === false
      ? {}
      : { tracer: createTracer((options.mode ?? 'resident') === 'one-shot') }),
    teams: createTeamRefresh(options, setup.platform),
    log: memory,
    ...(options.onAsk === undefined ? {} : { onAsk: options.onAsk }),
    ...answeredAgent(options.agent, configs),
    ...(options.approvals === true
      ? { approvals: lateApprovals(() => createApprovals(setup.platform, () => configs.current().settings)) }
      : {}),
    ...(options.onEngineError === undefined ? {} : { onEngineError: options.onEngineError }),
    ...(options.background === undefined ? {} : { background: options.background }),
    warn,
    eventTimeoutMs: options.eventTimeoutMs ?? EVENT_TIMEOUT_MS,
  })
  // An untrusted workspace must not make Hookline start a process, not even one that only prepares others.
  if (mode.preparesAll && configs.current().entries.some(startsProcess)) command.warm()
  return { hooks, configs }
}

const startsProcess = ({ type, call, held, broken }: Entry): boolean =>
  type === 'command' && call === undefined && held === undefined && broken === undefined

const unlessLost = (sinks: readonly Sink[], isLost: () => boolean = () => false): readonly Sink[] =>
  sinks.map((sink) => ({ ...sink, write: (record) => (isLost() ? undefined : sink.write(record)) }))

const replaceRunners = (run: Runner['run'] | undefined, runners: Rim['runners']): Rim['runners'] =>
  run === undefined
    ? runners
    : Object.fromEntries(Object.entries(runners).map(([type, runner]) => [type, { ...runner, run }]))

function collectSources(
  options: CreateOptions,
  setup: ReturnType<typeof sourceSetup>,
  roots: readonly string[],
  parts: Parts,
): readonly Source[] {
  const given = options.sources ?? []
  const { hooks, plugins, enterpriseDir } = options
  const cwd = process.cwd()
  // `only` replaces the standard sources, but not the hooks in the options themselves.
  if ('only' in given) return [...given.only, ...(hooks === undefined ? [] : [inline(hooks, roots[0] ?? cwd, setup)])]
  const standard = standardSources({
    ...setup,
    roots,
    ...(hooks === undefined ? {} : { hooks }),
    ...(plugins === undefined ? {} : { plugins }),
    ...(enterpriseDir === undefined ? {} : { enterpriseDir }),
    cwd,
  })
  return [...standard, ...connectionsOf(options, parts, setup, roots), ...given]
}

/** The files in which agents call Hookline: of every agent to show them, or of the one that is answered. */
function connectionsOf(
  { agent }: CreateOptions,
  { allConnections = false }: Parts,
  setup: ReturnType<typeof sourceSetup>,
  roots: readonly string[],
): readonly Source[] {
  if (allConnections) return connectionSources(setup, roots)
  return agent === undefined ? [] : connectionSources(setup, roots, agent)
}

function createTeamRefresh({ team = false }: CreateOptions, platform: Platform) {
  const refresh = () => refreshTeams(platform)
  return { refresh, close: team ? startRefreshing(refresh) : () => {} }
}

/** Whether the agent that fired the event sets the variable for a remote workspace. */
function isRemote(env: Readonly<Record<string, string | undefined>>): boolean {
  const remote = readVariable(env, 'remote') ?? ''
  return remote !== '' && remote !== 'false' && remote !== '0'
}

function readText(path: string): string | undefined {
  const found = nodeFiles.read(path)
  return found.kind === 'text' ? found.text : undefined
}

/** The id of this engine's conversation. Created at its first use, because most hosts send their own. */
function createConversationId(): () => string {
  let id: string | undefined
  return () => {
    id ??= randomUUID()
    return id
  }
}

/** Returns a new id for each message of the user, and the same id for everything that follows from it. */
function createGenerations(): (conversationId: string, newTurn: boolean) => string {
  const current = new Map<string, string>()
  return (conversationId, newTurn) => {
    const known = newTurn ? undefined : current.get(conversationId)
    const id = known ?? randomUUID()
    current.set(conversationId, id)
    return id
  }
}

/** Creates the store when the first hook refuses, because most calls of `hookline run` refuse nothing. */
function lateApprovals(create: () => Approvals): Approvals {
  let created: Approvals | undefined
  const getOrCreate = () => {
    created ??= create()
    return created
  }
  return {
    hash: (facts) => getOrCreate().hash(facts),
    find: (key) => getOrCreate().find(key),
    use: (approval) => getOrCreate().use(approval),
    offer: (refusal) => getOrCreate().offer(refusal),
  }
}

/** Creates the runner when the first hook runs, because most calls of `hookline run` run no hook. */
function lateCommandRunner(
  create: () => Spawn,
  findPark: FindPark | undefined,
  copies: CheckedCopies,
  sandboxes: Sandboxes,
): { readonly runner: Runner; warm(): void; discardParked(): void } {
  let created: { readonly spawn: Spawn; readonly runner: Runner } | undefined
  const getOrCreate = () => {
    if (created === undefined) {
      const spawn = create()
      created = { spawn, runner: commandRunner(spawn, findPark, copies, sandboxes) }
    }
    return created
  }
  return {
    runner: {
      type: 'command',
      run: (job) => getOrCreate().runner.run(job),
      prepare: (runs) => getOrCreate().runner.prepare?.(runs),
      close: async () => created?.runner.close?.(),
    },
    warm: () => getOrCreate().spawn.warm(),
    discardParked: () => created?.spawn.discardParked?.(),
  }
}

/** The same for prompt hooks. */
function latePromptRunner(setup: PromptSetup): Runner {
  let created: Runner | undefined
  return {
    type: 'prompt',
    run(job) {
      created ??= createPromptRunner(setup)
      return created.run(job)
    },
  }
}

/** The same for HTTP hooks. */
function lateHttpRunner(): Runner {
  let created: Runner | undefined
  return {
    type: 'http',
    run(job) {
      created ??= httpRunner(nodeHttp)
      return created.run(job)
    },
  }
}

/** The same for modules. */
function lateModuleRunner(platform: Platform, moduleStarter: () => StartLane): Runner {
  let created: Runner | undefined
  return {
    type: 'module',
    run(job) {
      created ??= moduleRunner(createModules(nodeFiles, platform, moduleStarter()))
      return created.run(job)
    },
    close: async () => created?.close?.(),
  }
}
