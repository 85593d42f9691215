/** Builds the agent from engine, host, model, tools and person, and closes all of them on every path. */
import {
  compose,
  createHost,
  HooklineError,
  type Hooks,
  type Host,
  type HostSession,
  type Question,
  type StopFacts,
} from '@hookline/core/node'
import { converse, type TurnResult, type TurnStatus } from './loop.ts'
import { type AgentModel, findModel, type ModelOptions } from './model/model.ts'
import { createMeter, type Meter } from './model/tokens.ts'
import type { Person } from './person.ts'
import { type Refusal, reportRefusal } from './refusals.ts'
import { type AppliedRule, readAppliedRules } from './rules.ts'
import type { Mode, ToolTable } from './tool.ts'
import { openToolbox } from './toolbox.ts'
import { transcriptPath } from './transcript.ts'

/** The state that every part of the loop can read. */
export interface Agent {
  readonly host: Host
  readonly model: AgentModel
  readonly mode: Mode
  readonly person: Person
  readonly meter: Meter
  readonly refusals: Refusal[]
  /** The configured size in tokens. When it is absent, the conversation is never compacted automatically. */
  readonly contextWindow?: number
  readonly idleTimeoutMs: number
  /** The model's instructions contain these rules. `beforeSubmitPrompt` receives them as attachments. */
  readonly rules: readonly AppliedRule[]
  /** Starts the MCP servers. It is called after the `sessionStart` hooks have allowed the session. */
  connectTools(): Promise<ToolTable>
  /** Returns the `reason` of the `sessionEnd` event. */
  findEndReason(status: TurnStatus): 'completed' | 'aborted' | 'error' | 'window_close' | 'user_close'
}

export interface AgentOptions extends Pick<ModelOptions, 'spec' | 'flags' | 'env'> {
  /** When it is absent, the person types the first message. */
  readonly task?: string
  readonly root: string
  readonly cwd: string
  readonly mode: Mode
  readonly person: Person
  /** Ends the session. The message of its reason is `SIGHUP` after a hangup. */
  readonly signal: AbortSignal
  /** The session ends after the task: no one types further messages. */
  readonly headless: boolean
  readonly contextWindow?: number
  /** How long the endpoint may send nothing. */
  readonly idleTimeoutMs?: number
  readonly mcpConfig?: string
}

export interface AgentResult extends TurnResult {
  readonly conversation: string
  readonly transcript: string
  readonly usage: StopFacts
  readonly refusals: readonly Refusal[]
}

/** Rejects when the session cannot start: there is no model, or a script or config file is invalid. */
export async function runAgent(options: AgentOptions): Promise<AgentResult> {
  const { person, root, env, mode, mcpConfig, signal } = options
  const { hooks, configs } = await compose({
    workspaceRoots: [root],
    env,
    log: { host: 'hookline-agent' },
    team: true,
    ...buildAskOption(person),
  })
  const closers: (() => Promise<void>)[] = [() => hooks.close()]
  try {
    const model = findModel({ ...options, settings: configs.current().settings ?? [] })
    const toolbox = openToolbox({ root, env, mcpConfig, mode, person, signal, trust: () => configs.trustOf(root) })
    closers.unshift(toolbox.close)
    for (const warning of listHookWarnings(hooks)) person.showInfo(warning)
    const agent: Agent = {
      host: createHost(hooks, { onInfo: ({ message }) => person.showInfo(message) }),
      model,
      mode,
      person,
      meter: createMeter(model.prices),
      refusals: [],
      ...optionalField('contextWindow', options.contextWindow ?? model.contextWindow),
      idleTimeoutMs: options.idleTimeoutMs ?? 180_000,
      rules: readAppliedRules(root),
      connectTools: toolbox.connect,
      findEndReason: (status) => findEndReason(status, options),
    }
    return await runSession(agent, options)
  } finally {
    for (const close of closers) await close()
  }
}

const buildAskOption = ({ approve }: Person) =>
  approve === undefined
    ? {}
    : { onAsk: async (question: Question) => ((await approve(question)) ? ('allow' as const) : ('deny' as const)) }

/** Lists configured hooks that will not run. The person reads this first, and does not rely on a guard that is off. */
function listHookWarnings({ problems, entries }: Hooks): readonly string[] {
  const errors = problems.filter(({ severity }) => severity === 'error').length
  const skipped = entries.filter((entry) => entry.held?.why === 'untrusted' || entry.held?.why === 'changed').length
  return [
    ...(errors === 0 ? [] : [`Errors in the hook files: ${errors}. To list them: hookline check`]),
    ...(skipped === 0
      ? []
      : [`Hooks of this workspace that are skipped, new or changed: ${skipped}. To review them: hookline trust add`]),
  ]
}

async function runSession(agent: Agent, { task, cwd, signal }: AgentOptions): Promise<AgentResult> {
  const { host, model, mode, meter, refusals } = agent
  const conversation = crypto.randomUUID()
  const transcript = transcriptPath(conversation)
  const session = host.session({
    id: conversation,
    model: model.name,
    ...optionalField('modelId', model.id),
    mode,
    cwd,
    transcriptPath: transcript,
    signal,
  })
  try {
    const result = await converseOrReport(agent, session, task)
    return { ...result, conversation, transcript, usage: meter.total(), refusals }
  } finally {
    await host.close()
  }
}

/** Turns the refusal of the session into a result with the status `error`. */
async function converseOrReport(agent: Agent, session: HostSession, task: string | undefined): Promise<TurnResult> {
  try {
    return await converse(agent, session, task)
  } catch (thrown) {
    return { status: 'error', text: '', error: reportRefusal(agent, 'session', HooklineError.from(thrown)) }
  }
}

function findEndReason(status: TurnStatus, { signal, headless }: AgentOptions) {
  // The command line aborts with an error whose message is the name of the signal.
  if (signal.aborted) return (signal.reason as Error).message === 'SIGHUP' ? 'window_close' : 'aborted'
  return headless ? status : 'user_close'
}

const optionalField = <N extends string, T>(name: N, value: T | undefined): { readonly [K in N]?: T } =>
  // TypeScript widens a computed key to `string`, but `name` is the only key here.
  (value === undefined ? {} : { [name]: value }) as { readonly [K in N]?: T }
