/** One trial: a workspace with hooks, a real agent, a model that plays a script; and then what really happened. */
import type { JsonObject } from '@hookline/core/protocol'
import type { Conversation, Files, RealAgent, ToolResult } from './agent.ts'
import { refuseOutside } from './outside.ts'
import { makePlace, type Place } from './place.ts'
import { type Ended, runProgram } from './run-program.ts'
import { type ModelScript, startScriptedModel } from './scripted-model.ts'

/** One version of one agent, installed. */
export interface Subject {
  readonly agent: RealAgent
  readonly version: string
  readonly program: string
}

type Entries = readonly JsonObject[]

export interface Setup extends ModelScript {
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
  readonly prepare?: (place: Place) => void | Promise<void>
}

export interface PromptOptions {
  readonly text?: string
  /** Where the agent starts. Default: the workspace. */
  readonly cwd?: string
  readonly env?: Readonly<Record<string, string>>
  readonly args?: readonly string[]
  readonly allowed?: readonly string[]
  /** After that the agent is ended. */
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

export interface Happened extends Ended {
  /** What the agent printed for the person. */
  readonly answer: string
  /** Requests that the model received, without side questions. */
  readonly conversations: readonly Conversation[]
  /** Tool results that the model received, in order, each once. */
  readonly results: readonly ToolResult[]
  /** Whether the model received this text in any request. A method, so that a failing test does not print every request. */
  modelReceived(text: string): boolean
  /** Hookline's own log, oldest first. */
  readonly records: readonly LogRecord[]
  /** Hosts that the agent wanted to reach and could not. */
  readonly outside: readonly string[]
}

export interface Trial {
  readonly place: Place
  prompt(options?: PromptOptions): Promise<Happened>
}

export async function prepareTrial(subject: Subject, setup: Setup): Promise<Trial> {
  const place = makePlace(setup.ownInstall)
  const { hooks, userHooks, packs, connect = 'project' } = setup
  if (connect === 'project') place.write(subject.agent.inUse)
  if (connect === 'user') place.writeHome(subject.agent.inUse)
  if (hooks !== undefined) place.write({ '.cursor/hooks.json': { version: 1, hooks } })
  if (userHooks !== undefined) place.writeHome({ '.cursor/hooks.json': { version: 1, hooks: userHooks } })
  if (packs !== undefined) place.write({ '.hookline/hookline.json': { version: 1, packs } })
  place.write(setup.files ?? {})
  place.writeHome(setup.homeFiles ?? {})
  if (connect !== 'none') await connectAgent(subject.agent, place, connect)
  await setup.prepare?.(place)
  return { place, prompt: (options = {}) => promptAgent(subject, place, setup, options) }
}

/** A trial with one prompt. */
export async function runTrial(subject: Subject, setup: Setup, options?: PromptOptions): Promise<Happened & Trial> {
  const trial = await prepareTrial(subject, setup)
  return { ...trial, ...(await trial.prompt(options)) }
}

/** As a person does it: `hookline init`, without the packs it suggests, and `hookline trust add`. */
async function connectAgent(agent: RealAgent, place: Place, level: 'project' | 'user'): Promise<void> {
  const user = level === 'user' ? ['--user'] : []
  const dry = await place.hookline(['init', ...user, '--dry-run', '--json'], [0, 1])
  const { proposals = [] } = JSON.parse(dry.stdout) as { proposals?: readonly { name: string; on: boolean }[] }
  const unwanted = proposals.filter(({ name, on }) => on && name !== agent.connection)
  await place.hookline(['init', ...user, '--yes', ...unwanted.flatMap(({ name }) => ['--without', name])], [0, 1])
  await place.hookline(['trust', 'add', '--yes'], [0, 1])
}

async function promptAgent(subject: Subject, place: Place, setup: Setup, options: PromptOptions): Promise<Happened> {
  const { agent, program } = subject
  const { text = 'Do what you have to do.', cwd = place.root, args = [], allowed = [], limitMs = 60_000 } = options
  const [model, outside] = await Promise.all([startScriptedModel(agent, setup), refuseOutside()])
  try {
    const start = agent.start(text, { modelUrl: model.server.baseUrl, home: place.home, allowed, args })
    const env = { ...place.env, ...outside.env, ...start.env, ...options.env }
    const ended = await runProgram(program, start.args, { cwd, env, limitMs })
    const conversations = model.conversations()
    return {
      ...ended,
      answer: agent.readAnswer(ended.stdout),
      conversations,
      results: resultsOf(conversations),
      modelReceived: (part) => conversations.some((one) => one.text.includes(part)),
      records: await readLog(place),
      outside: outside.wanted,
    }
  } finally {
    await Promise.all([model.server.close(), outside.close()])
  }
}

/** Every request repeats the earlier results, so each call counts once. */
function resultsOf(conversations: readonly Conversation[]): readonly ToolResult[] {
  const all = conversations.flatMap(({ opening, results }) => results.map((result) => ({ opening, result })))
  return [...new Map(all.map(({ opening, result }) => [`${opening} ${result.callId}`, result])).values()]
}

async function readLog(place: Place): Promise<readonly LogRecord[]> {
  const lines = (await place.readLog()).split('\n').filter((line) => line.startsWith('{'))
  return lines.map((line) => JSON.parse(line) as LogRecord).reverse()
}
