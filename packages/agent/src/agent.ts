/** The agent put together: engine, host, model, tools and person; and taken apart again on every path. */
import { compose, createHost, HooklineError, type Host, type HostSession, type StopFacts } from '@hookline/core/node'
import { converse, type Done, type Status } from './loop.ts'
import { connectMcp, type McpTools } from './mcp.ts'
import { refusalToStart } from './mcp-approval.ts'
import { readMcpConfig } from './mcp-config.ts'
import { type AgentModel, findModel, type ModelOptions } from './model.ts'
import type { Person } from './person.ts'
import { type Refusal, refused } from './refused.ts'
import { createMeter, type Meter } from './tokens.ts'
import { type Mode, ownTools, type ToolTable, toolsOf } from './tools.ts'
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
  const { person, root, env, mode } = options
  const { approve } = person
  const { hooks, configs } = await compose({
    workspaceRoots: [root],
    env,
    log: { host: 'hookline-agent' },
    ...(approve === undefined ? {} : { onAsk: async (asked) => ((await approve(asked)) ? 'allow' : 'deny') }),
  })
  const mcp: { tools?: McpTools } = {}
  try {
    const model = findModel({ ...options, settings: configs.current().settings ?? [] })
    // What was named must be usable before anything begins.
    const servers = (refusal?: string) => readMcpConfig({ root, refusal, env, ...given('named', options.mcpConfig) })
    servers('not asked yet')
    const host = createHost(hooks, { onInfo: ({ message }) => person.info(message) })
    const agent: Agent = {
      host,
      model,
      mode,
      person,
      meter: createMeter(model.prices),
      refusals: [],
      ...given('contextWindow', options.contextWindow ?? model.contextWindow),
      silenceMs: options.silenceMs ?? 180_000,
      async connect() {
        const trust = configs.trustOf(root)
        const read = servers(await refusalToStart({ root, trust, person, signal: options.signal }))
        mcp.tools = await connectMcp(read.servers, root)
        for (const note of [...read.notes, ...mcp.tools.notes]) person.info(note)
        return toolsOf({ ...ownTools, ...mcp.tools.tools }, (_name, tool) => tool.modes.includes(mode))
      },
      endsWith: (status) => reasonOf(status, options),
    }
    return await run(agent, options)
  } finally {
    await mcp.tools?.close()
    await hooks.close()
  }
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
