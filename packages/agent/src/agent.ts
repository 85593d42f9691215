/** The agent put together: engine, host, model, tools and person; and taken apart again on every path. */
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
import { converse, type Done, type Status } from './loop.ts'
import { type AgentModel, findModel, type ModelOptions } from './model.ts'
import type { Person } from './person.ts'
import { type Refusal, refused } from './refused.ts'
import { type AppliedRule, readAppliedRules } from './rules.ts'
import { createMeter, type Meter } from './tokens.ts'
import { openToolbox } from './toolbox.ts'
import type { Mode, ToolTable } from './tools.ts'
import { transcriptPath } from './transcript.ts'

/** What every part of the loop may look at. */
export interface Agent {
  readonly host: Host
  readonly model: AgentModel
  readonly mode: Mode
  readonly person: Person
  readonly meter: Meter
  readonly refusals: Refusal[]
  /** In tokens, as configured; absent: nobody said, and nothing is made shorter by itself. */
  readonly contextWindow?: number
  readonly silenceMs: number
  /** In the model's instructions from the beginning; `beforeSubmitPrompt` hears of them as attachments. */
  readonly rules: readonly AppliedRule[]
  /** Starts the MCP servers, once the session may be. */
  connect(): Promise<ToolTable>
  /** Why the session ends. */
  endsWith(status: Status): 'completed' | 'aborted' | 'error' | 'window_close' | 'user_close'
}

export interface AgentOptions extends Pick<ModelOptions, 'spec' | 'flags' | 'env'> {
  /** Absent: the person says it. */
  readonly task?: string
  readonly root: string
  readonly cwd: string
  readonly mode: Mode
  readonly person: Person
  /** Ends everything. A hangup says so in its message. */
  readonly signal: AbortSignal
  /** Nobody is there after the task. */
  readonly headless: boolean
  readonly contextWindow?: number
  readonly silenceMs?: number
  readonly mcpConfig?: string
}

export interface AgentResult extends Done {
  readonly conversation: string
  readonly transcript: string
  readonly usage: StopFacts
  readonly refusals: readonly Refusal[]
}

/** Rejects where nothing could begin: no model, a script or configuration that cannot be used. */
export async function runAgent(options: AgentOptions): Promise<AgentResult> {
  const { person, root, env, mode, mcpConfig: named, signal } = options
  const { hooks, configs } = await compose({
    workspaceRoots: [root],
    env,
    log: { host: 'hookline-agent' },
    team: true,
    ...onAsk(person),
  })
  const closing: (() => Promise<void>)[] = [() => hooks.close()]
  try {
    const model = findModel({ ...options, settings: configs.current().settings ?? [] })
    const toolbox = openToolbox({ root, env, named, mode, person, signal, trust: () => configs.trustOf(root) })
    closing.unshift(toolbox.close)
    for (const note of concerns(hooks)) person.info(note)
    const agent: Agent = {
      host: createHost(hooks, { onInfo: ({ message }) => person.info(message) }),
      model,
      mode,
      person,
      meter: createMeter(model.prices),
      refusals: [],
      ...given('contextWindow', options.contextWindow ?? model.contextWindow),
      silenceMs: options.silenceMs ?? 180_000,
      rules: readAppliedRules(root),
      connect: toolbox.connect,
      endsWith: (status) => reasonOf(status, options),
    }
    return await run(agent, options)
  } finally {
    for (const close of closing) await close()
  }
}

const onAsk = ({ approve }: Person) =>
  approve === undefined
    ? {}
    : { onAsk: async (question: Question) => ((await approve(question)) ? ('allow' as const) : ('deny' as const)) }

/** What is configured and does not run is said before anything begins: a silent guard is the worst kind. */
function concerns({ problems, entries }: Hooks): readonly string[] {
  const errors = problems.filter(({ severity }) => severity === 'error').length
  const held = entries.filter((entry) => entry.held?.why === 'untrusted' || entry.held?.why === 'changed').length
  return [
    ...(errors === 0 ? [] : [`Errors in the hook files: ${errors}. See hookline check.`]),
    ...(held === 0 ? [] : [`Hooks of this workspace that do not run: ${held}. To look at them: hookline trust add`]),
  ]
}

async function run(agent: Agent, { task, cwd, signal }: AgentOptions): Promise<AgentResult> {
  const { host, model, mode, meter, refusals } = agent
  const conversation = crypto.randomUUID()
  const transcript = transcriptPath(conversation)
  const session = host.session({
    id: conversation,
    model: model.name,
    ...given('modelId', model.id),
    mode,
    cwd,
    transcriptPath: transcript,
    signal,
  })
  try {
    const done = await begun(agent, session, task)
    return { ...done, conversation, transcript, usage: meter.total(), refusals }
  } finally {
    await host.close()
  }
}

async function begun(agent: Agent, session: HostSession, task: string | undefined): Promise<Done> {
  try {
    return await converse(agent, session, task)
  } catch (thrown) {
    return { status: 'error', text: '', error: refused(agent, 'session', HooklineError.from(thrown)) }
  }
}

function reasonOf(status: Status, { signal, headless }: AgentOptions) {
  if (signal.aborted) return (signal.reason as Error).message === 'SIGHUP' ? 'window_close' : 'aborted'
  return headless ? status : 'user_close'
}

const given = <N extends string, T>(name: N, value: T | undefined): { readonly [K in N]?: T } =>
  (value === undefined ? {} : { [name]: value }) as { readonly [K in N]?: T }
