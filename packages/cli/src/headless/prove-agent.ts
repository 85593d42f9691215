/** Proves that the agent of this machine asks Hookline: starts the real program, with a model that asks for a denied command. */
import { randomUUID } from 'node:crypto'
import { mkdtempSync, realpathSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import type { Headless } from '@hookline/core/agents'
import { compose, type LogRecord, logDirectory } from '@hookline/core/node'
import { thisPlatform } from '@hookline/core/team'
import type { Agent } from '../agents.ts'
import { movedSettings } from '../connect/connections.ts'
import { agentObstacles, obstacleText } from '../connect/obstacles.ts'
import { agentVersion } from '../doctor/agent-version.ts'
import { type Survey, survey } from '../doctor/survey.ts'
import type { Io } from '../io.ts'
import { whyText } from '../text/entry-text.ts'
import { clip, oneLine } from '../text/plain.ts'
import { type Canary, isDenied, makeCanary, readCanaryRecords } from './canary.ts'
import { cleanEnvironment, makeTrialDirectories } from './clean-environment.ts'
import { cacheVariables, copyHome } from './copy-home.ts'
import { findAgentProgram } from './find-program.ts'
import { judge, type ProofCode, type ProofState } from './judge.ts'
import { hashConnection, proveCommand, saveProof, userCalls } from './proofs.ts'
import { conversationReaders } from './read-conversation.ts'
import { startRefusingProxy } from './refusing-proxy.ts'
import { type ProgramResult, runProgram } from './run-program.ts'
import { startScriptedModel } from './scripted-model.ts'

export interface AgentProof {
  readonly agent: Agent
  readonly state: ProofState
  readonly code: ProofCode | UnstartedCode
  readonly says: string
  /** What to do about it. Absent if it is proved. */
  readonly next?: string
  /** Absent if the program was not started. */
  readonly run?: ProofRun
}

export interface ProofRun {
  readonly program: string
  readonly version?: string
  readonly durationMs: number
  readonly commands: readonly { readonly command: string; readonly expected: 'run' | 'denied'; readonly ran: boolean }[]
  /** The person's files of which the agent had a copy. */
  readonly copied: readonly string[]
  /** Directories of the person that the agent used where they are: only its own program is there. */
  readonly used: readonly string[]
  /** Hosts that the agent tried to reach. */
  readonly refusedHosts: readonly string[]
}

/** Why the program was not started. */
type UnstartedCode =
  | 'cannot-be-driven'
  | 'other-system'
  | 'not-installed'
  | 'not-connected'
  | 'blocked'
  | 'not-started'
  | 'interrupted'

export interface ProveOptions {
  readonly limitMs: number
}
export const DEFAULT_LIMIT_MS = 120_000

const PROMPT = 'Do what you have to do.'

/** Whether the agent's program is on the PATH and can be started without a person. */
export const canBeProved = (agent: Agent, env: Io['env']): boolean =>
  agent.headless !== undefined && process.platform !== 'win32' && findAgentProgram(agent, env) !== undefined

export async function proveAgent(agent: Agent, io: Io, { limitMs }: ProveOptions): Promise<AgentProof> {
  const { title, name } = agent
  const stop = (code: UnstartedCode, says: string, next: string): AgentProof => ({
    agent,
    state: 'not-proved',
    code,
    says,
    next,
  })
  const headless = await agent.headless?.()
  if (headless === undefined)
    return stop('cannot-be-driven', `${title} cannot be started without a person`, `to see its events: hookline listen`)
  if (process.platform === 'win32')
    return stop('other-system', 'this proof does not run on Windows yet', `to see its events: hookline listen`)
  const program = findAgentProgram(agent, io.env)
  if (program === undefined)
    return stop('not-installed', `there is no program ${agent.program?.name} on the PATH`, `install ${title}`)
  const surveyed = await survey(thisPlatform().home, 'hookline', io.env)
  await surveyed.hooks.close()
  const connect = `hookline connect ${name}`
  const moved = movedSettings(agent, io.env)
  if (moved !== undefined)
    return stop('not-connected', `${agent.settings?.homeVariable} moves its settings to ${oneLine(moved)}`, connect)
  if (userCalls(agent, surveyed.entries, surveyed.home).length === 0)
    return stop('not-connected', `your own settings of ${title} do not call Hookline`, connect)
  const [obstacle] = agentObstacles(agent, surveyed).filter(({ part }) => part !== true)
  if (obstacle !== undefined) return stop('blocked', obstacleText(obstacle), obstacle.next)
  try {
    return await inScratch((base) => proveHere({ agent, headless, program, surveyed, limitMs, base }, io))
  } catch (thrown) {
    const why = thrown instanceof Error ? thrown.message : String(thrown)
    return stop('not-started', `${oneLine(program)} could not be started: ${oneLine(why)}`, `reinstall ${title}`)
  }
}

/** A directory that other users cannot read. */
async function inScratch<T>(act: (base: string) => Promise<T>): Promise<T> {
  const base = realpathSync(mkdtempSync(join(tmpdir(), 'hookline-proof-')))
  try {
    return await act(base)
  } finally {
    rmSync(base, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 })
  }
}

interface Setting {
  readonly agent: Agent
  readonly headless: Headless
  readonly program: string
  readonly surveyed: Survey
  readonly limitMs: number
  readonly base: string
}

async function proveHere(setting: Setting, io: Io): Promise<AgentProof> {
  const { agent, headless, program, surveyed, limitMs, base } = setting
  const { home, root, temporary } = makeTrialDirectories(base)
  const copied = copyHome(agent, headless, surveyed.home, home)
  const caches = cacheVariables(headless, surveyed.home)
  const canary = makeCanary(root)
  const why = await whyNotDenying(canary, root, io)
  if (why !== undefined)
    return {
      agent,
      state: 'not-proved',
      code: 'blocked',
      says: `the canary cannot deny here: ${why}`,
      next: 'hookline doctor',
    }
  const id = randomUUID()
  const env = {
    ...cleanEnvironment(io.env),
    ...caches,
    HOME: home,
    TMPDIR: temporary,
    HOOKLINE_RUN: id,
    // A daemon for this short-lived directory would stay for a quarter of an hour.
    HOOKLINE_DAEMON: 'off',
  }
  const started = { env, cwd: root, signal: io.signal, runId: id }
  const version = agentVersion(agent.program, io.env) ?? (await askVersion(program, started))
  const { ended, requests, refusedHosts } = await runScripted(setting, canary, started)
  if (io.signal.aborted)
    return { agent, state: 'not-proved', code: 'interrupted', says: 'it was interrupted', next: proveCommand(agent) }
  const platform = { ...thisPlatform(), home, env }
  const records = await readCanaryRecords(logDirectory(platform), join(base, 'index'))
  const facts = {
    title: agent.title,
    timedOut: ended.timedOut,
    limitMs,
    end: endText(ended),
    requests,
    allowedRan: canary.allowed.hasRun(),
    deniedRan: canary.denied.hasRun(),
    denial: denialIn(records, canary),
    ...refusalOf(records, canary),
  }
  const judged = judge(facts)
  const { durationMs } = ended
  const saved = {
    ...judged,
    at: new Date().toISOString(),
    durationMs,
    entries: hashConnection(agent, surveyed.entries, surveyed.home),
  }
  saveProof(agent, version === undefined ? saved : { ...saved, version })
  return {
    agent,
    ...judged,
    ...(judged.state === 'proved' ? {} : { next: nextAfter(agent, judged.code) }),
    run: {
      program,
      ...(version === undefined ? {} : { version }),
      durationMs,
      commands: [
        { command: canary.allowed.command, expected: 'run', ran: facts.allowedRan },
        { command: canary.denied.command, expected: 'denied', ran: facts.deniedRan },
      ],
      copied,
      used: Object.values(caches).map((path) => relative(surveyed.home, path)),
      refusedHosts: [...new Set(refusedHosts)],
    },
  }
}

/** Settings of the organisation may admit only hooks of its own. Then nothing is known about the agent. */
async function whyNotDenying({ file }: Canary, root: string, { env }: Io): Promise<string | undefined> {
  const { hooks } = await compose({ workspaceRoots: [root], env, watch: false })
  await hooks.close()
  const entry = hooks.entries.find(({ origin }) => origin.file === file)
  if (entry === undefined) return 'its rule could not be read'
  return entry.held === undefined ? undefined : oneLine(whyText(entry.held))
}

/** A program that was asked by its version alone may still print a line about something else. */
async function askVersion(program: string, started: Started): Promise<string | undefined> {
  const { stdout } = await runProgram(program, ['--version'], { ...started, limitMs: 15_000 })
  return /\d+\.\d+\.\d+[\w.+-]*/.exec(stdout)?.[0]
}

type Started = Pick<Parameters<typeof runProgram>[2], 'env' | 'cwd' | 'signal' | 'runId'>

async function runScripted({ headless, program, limitMs }: Setting, { allowed, denied }: Canary, started: Started) {
  const turns = [headless.shell(allowed.command), headless.shell(denied.command), 'done']
  const [model, proxy] = await Promise.all([
    startScriptedModel(conversationReaders[headless.wire], { turns }),
    startRefusingProxy(),
  ])
  try {
    const { args, env } = headless.start(PROMPT, { modelUrl: model.server.baseUrl })
    const all = { ...started.env, ...proxy.env, ...env }
    const ended = await runProgram(program, args, { ...started, env: all, limitMs })
    return { ended, requests: model.conversations().length, refusedHosts: proxy.refusedHosts }
  } finally {
    await Promise.all([model.server.close(), proxy.close()])
  }
}

function endText({ code, stdout, stderr }: ProgramResult): string {
  const last = (text: string) => text.trimEnd().split('\n').at(-1) ?? ''
  const line = oneLine(last(stderr) || last(stdout))
  return `${code === null ? 'a signal' : `exit ${code}`}${line === '' ? '' : `: ${clip(line, 300)}`}`
}

function denialIn(records: readonly LogRecord[], canary: Canary): 'enforced' | 'not enforced' | 'none' {
  const found = records.filter((record) => isDenied(record, canary))
  if (found.length === 0) return 'none'
  return found.some(({ kind }) => kind === 'refuse') ? 'enforced' : 'not enforced'
}

/** Another hook, such as a managed one, may refuse the command that the proof needs. */
function refusalOf(records: readonly LogRecord[], canary: Canary): { readonly allowedRefused?: string } {
  const found = records.find((record) => record.kind === 'refuse' && !isDenied(record, canary))
  return found === undefined ? {} : { allowedRefused: oneLine(found.because.message) }
}

function nextAfter(agent: Agent, code: ProofCode): string {
  if (code === 'timed-out') return `${proveCommand(agent)} --timeout 300`
  if (code === 'not-enforced') return 'hookline doctor'
  if (code === 'never-asked') return agent.settings?.enable?.user ?? `hookline connect ${agent.name}`
  return `start ${agent.title} yourself, and then: ${proveCommand(agent)}`
}
