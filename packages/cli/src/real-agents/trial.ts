/** Runs one trial: a real agent in a workspace with hooks, with a scripted model. Collects what really happened. */
import { join } from 'node:path'
import type { JsonObject } from '@hookline/core/protocol'
import type { Conversation, ToolResult } from '../headless/conversation.ts'
import { startRefusingProxy } from '../headless/refusing-proxy.ts'
import { type ProgramResult, runProgram } from '../headless/run-program.ts'
import { type ModelScript, startScriptedModel } from '../headless/scripted-model.ts'
import type { Files, RealAgent } from './agent.ts'
import { createTrialSandbox, type TrialSandbox } from './sandbox.ts'

/** One version of one agent, installed. */
export interface Subject {
  readonly agent: RealAgent
  readonly version: string
  readonly program: string
  /** Of the installation. */
  readonly directory: string
}

type Entries = readonly JsonObject[]

export interface TrialSetup extends ModelScript {
  /** Files of the workspace. */
  readonly files?: Files
  /** Files of the home directory. */
  readonly homeFiles?: Files
  /** Hooks by event, written to the workspace's `.cursor/hooks.json`. */
  readonly hooks?: Readonly<Record<string, Entries>>
  /** Hooks by event, written to the `.cursor/hooks.json` of the home directory. */
  readonly userHooks?: Readonly<Record<string, Entries>>
  /** Node and Hookline are copies of the trial's own, which `prepare` may damage. */
  readonly ownInstall?: boolean
  /** Packs with their parameters, written to the workspace's `.hookline/hookline.json`. */
  readonly packs?: Readonly<Record<string, object>>
  /** Where `hookline init` connects the agent. Default: in the workspace. `none`: the agent runs alone. */
  readonly connect?: 'project' | 'user' | 'none'
  /** Runs when the agent is connected and the hooks are trusted, before it starts. */
  readonly prepare?: (sandbox: TrialSandbox) => void | Promise<void>
}

export interface PromptOptions {
  readonly text?: string
  /** Where the agent starts. Default: the workspace. */
  readonly cwd?: string
  readonly env?: Readonly<Record<string, string>>
  readonly args?: readonly string[]
  readonly allowed?: readonly string[]
  /** The agent is killed after this time. */
  readonly limitMs?: number
}

export interface LogRecord {
  readonly event: string
  readonly verdict: string
  readonly kind: string
  readonly because: { readonly rule: string; readonly message: string }
  readonly notes: readonly string[]
  readonly runs: readonly { readonly outcome: JsonObject; readonly stderr: string }[]
  readonly [field: string]: unknown
}

export interface TrialResult extends ProgramResult {
  /** What the agent printed for the user. */
  readonly answer: string
  /** Requests that the model received, without side questions. */
  readonly conversations: readonly Conversation[]
  /** Tool results that the model received, in order, each once. */
  readonly results: readonly ToolResult[]
  /** Whether the model received this text in any request. A method, so that a failing test does not print every request. */
  modelReceived(text: string): boolean
  /** Hookline's own log, oldest first. */
  readonly records: readonly LogRecord[]
  /** Hosts that the agent tried to reach. The proxy refuses all of them. */
  readonly refusedHosts: readonly string[]
}

export interface Trial {
  readonly sandbox: TrialSandbox
  prompt(options?: PromptOptions): Promise<TrialResult>
}

export async function prepareTrial(subject: Subject, setup: TrialSetup): Promise<Trial> {
  const sandbox = createTrialSandbox(setup.ownInstall)
  const { hooks, userHooks, packs, connect = 'project' } = setup
  if (connect === 'project') sandbox.write(subject.agent.inUse)
  if (connect === 'user') sandbox.writeHome(subject.agent.inUse)
  if (hooks !== undefined) sandbox.write({ '.cursor/hooks.json': { version: 1, hooks } })
  if (userHooks !== undefined) sandbox.writeHome({ '.cursor/hooks.json': { version: 1, hooks: userHooks } })
  if (packs !== undefined) sandbox.write({ '.hookline/hookline.json': { version: 1, packs } })
  sandbox.write(setup.files ?? {})
  sandbox.writeHome({ ...subject.agent.homeFiles, ...setup.homeFiles })
  if (connect !== 'none') await connectAgent(subject.agent, sandbox, connect)
  await setup.prepare?.(sandbox)
  return { sandbox, prompt: (options = {}) => promptAgent(subject, sandbox, setup, options) }
}

/** A trial with one prompt. */
export async function runTrial(
  subject: Subject,
  setup: TrialSetup,
  options?: PromptOptions,
): Promise<TrialResult & Trial> {
  const trial = await prepareTrial(subject, setup)
  return { ...trial, ...(await trial.prompt(options)) }
}

/** Connects the agent as a user does: `hookline init` without the suggested packs, and `hookline trust add`. */
async function connectAgent(agent: RealAgent, sandbox: TrialSandbox, level: 'project' | 'user'): Promise<void> {
  const at = level === 'user' ? '--user' : '--project'
  const dry = await sandbox.hookline(['init', at, '--dry-run', '--json'], [0, 1])
  // True: `init --json` is our own command, and this is its output.
  const { proposals = [] } = JSON.parse(dry.stdout) as { proposals?: readonly { name: string; on: boolean }[] }
  const wanted = level === 'user' ? agent.connection : 'project-files'
  const unwanted = proposals.filter(({ name, on }) => on && name !== wanted)
  await sandbox.hookline(['init', at, '--yes', ...unwanted.flatMap(({ name }) => ['--without', name])], [0, 1])
  await sandbox.hookline(['trust', 'add', '--yes'], [0, 1])
}

async function promptAgent(
  subject: Subject,
  sandbox: TrialSandbox,
  setup: TrialSetup,
  options: PromptOptions,
): Promise<TrialResult> {
  const ended = await runAgent(subject, setup, { home: sandbox.home, env: sandbox.env, cwd: sandbox.root }, options)
  return {
    ...ended,
    answer: subject.agent.readAnswer(ended.stdout),
    modelReceived: (part) => ended.conversations.some((one) => one.text.includes(part)),
    records: await readLog(sandbox),
  }
}

/** Where the agent runs. */
interface Surroundings {
  readonly home: string
  readonly env: Readonly<Record<string, string>>
  readonly cwd: string
}
type AgentRun = ProgramResult & Pick<TrialResult, 'conversations' | 'results' | 'refusedHosts'>

/** Gives the agent one prompt, with a scripted model and nothing else to reach. */
export async function runAgent(
  { agent, program, directory }: Subject,
  script: ModelScript,
  around: Surroundings,
  options: PromptOptions = {},
): Promise<AgentRun> {
  const { text = 'Do what you have to do.', cwd = around.cwd, args = [], allowed = [], limitMs = 60_000 } = options
  const [model, proxy] = await Promise.all([startScriptedModel(agent.readConversation, script), startRefusingProxy()])
  try {
    const where = { modelUrl: model.server.baseUrl, home: around.home, installed: directory }
    const start = agent.start(text, { ...where, allowed, args })
    const env = { ...around.env, ...proxy.env, ...start.env, ...options.env }
    const script = agent.script === undefined ? [] : [join(directory, agent.script)]
    const ended = await runProgram(program, [...script, ...start.args], { cwd, env, limitMs })
    const conversations = model.conversations()
    return { ...ended, conversations, results: collectResults(conversations), refusedHosts: proxy.refusedHosts }
  } finally {
    await Promise.all([model.server.close(), proxy.close()])
  }
}

/** Every request repeats the earlier results, so each tool call counts once. */
function collectResults(conversations: readonly Conversation[]): readonly ToolResult[] {
  const all = conversations.flatMap(({ opening, results }) => results.map((result) => ({ opening, result })))
  return [...new Map(all.map(({ opening, result }) => [`${opening} ${result.callId}`, result])).values()]
}

async function readLog(sandbox: TrialSandbox): Promise<readonly LogRecord[]> {
  const lines = (await sandbox.readLog()).split('\n').filter((line) => line.startsWith('{'))
  // True: `log --jsonl` is our own command, and each line is a record.
  return lines.map((line) => JSON.parse(line) as LogRecord).reverse()
}
