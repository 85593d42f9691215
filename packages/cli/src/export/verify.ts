/**
 * Tries exported hooks in the real agent, without a person and with a scripted model. The hooks themselves do not run: at each gate
 * a script takes the place of the hook's command, which allows one act, denies the next and crashes at the third.
 */
import { randomBytes } from 'node:crypto'
import { chmodSync, existsSync, mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import type { Headless } from '@hookline/core/agents'
import { createHooks, type Entry } from '@hookline/core/node'
import { eventRows, type JsonObject } from '@hookline/core/protocol'
import { thisPlatform } from '@hookline/core/team'
import type { Agent } from '../agents.ts'
import { settingsFiles } from '../connect/settings.ts'
import { cleanEnvironment, makeTrialDirectories } from '../headless/clean-environment.ts'
import { cacheVariables } from '../headless/copy-home.ts'
import { findAgentProgram } from '../headless/find-program.ts'
import { conversationReaders } from '../headless/read-conversation.ts'
import { startRefusingProxy } from '../headless/refusing-proxy.ts'
import { runProgram } from '../headless/run-program.ts'
import { startScriptedModel } from '../headless/scripted-model.ts'
import type { Io } from '../io.ts'
import { labelOf } from '../text/entry-text.ts'
import { quotedForPosix } from '../text/plain.ts'
import { type Export, type ExportedHook, exportChange } from './convert.ts'

interface VerifiedHook {
  readonly hook: string
  /** The agent's name of the event. */
  readonly event: string
  readonly result: 'kept' | 'lost' | 'not-tried'
  readonly message: string
}

export interface Verification {
  /** Absent: the agent could not be started, and `message` says why. */
  readonly program?: string
  readonly message?: string
  readonly hooks: readonly VerifiedHook[]
}

const LIMIT_MS = 120_000

export async function verifyExport(agent: Agent, { hooks }: Export, io: Io): Promise<Verification> {
  const headless = await agent.headless?.()
  if (headless === undefined) return { hooks: [], message: `${agent.title} cannot be started without a person` }
  if (process.platform === 'win32') return { hooks: [], message: 'this does not run on Windows yet' }
  const program = findAgentProgram(agent, io.env)
  if (program === undefined)
    return { hooks: [], message: `there is no program ${agent.program?.name ?? agent.name} on the PATH` }
  const verified: VerifiedHook[] = []
  for (const exported of hooks.filter(({ entry }) => eventRows[entry.event].gate.kind !== 'none'))
    verified.push({
      hook: labelOf(exported.entry),
      event: exported.event,
      ...(await verifyHook({ agent, headless, program }, exported, io)),
    })
  return { program, hooks: verified }
}

interface Driven {
  readonly agent: Agent
  readonly headless: Headless
  readonly program: string
}
type Result = Pick<VerifiedHook, 'result' | 'message'>

async function verifyHook(driven: Driven, exported: ExportedHook, io: Io): Promise<Result> {
  const { entry, written } = exported
  if (entry.type !== 'command')
    return notTried(`only commands can be replaced by a script, and this is a ${entry.type}`)
  if (entry.event !== 'preToolUse') return notTried('only hooks before a tool call are tried')
  if (!(await selectsCommands(entry))) return notTried('its matcher selects no shell command, and only these are tried')
  const base = realpathSync(mkdtempSync(join(tmpdir(), 'hookline-verify-')))
  try {
    return judge(driven.agent, entry, await tryHook(driven, { ...exported, written }, base, io))
  } finally {
    rmSync(base, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 })
  }
}

const notTried = (message: string): Result => ({ result: 'not-tried', message })

/** Whether Hookline runs this hook before a shell command, whether or not its workspace is trusted. Nothing is run. */
async function selectsCommands({ held: _, ...entry }: Entry): Promise<boolean> {
  const { root: __, ...origin } = entry.origin
  const trusted: Entry = { ...entry, trust: 'own', origin: { ...origin, source: 'user' } }
  const hooks = await createHooks({
    workspaceRoots: [],
    sources: { only: [{ name: 'user', load: () => ({ entries: [trusted], problems: [] }) }] },
    watch: false,
  })
  try {
    const input = { tool_name: 'Shell', tool_input: { command: commandFor('denied', '0') }, tool_use_id: 't', cwd: '/' }
    return hooks.explain(entry.event, input).entries.length > 0
  } finally {
    await hooks.close()
  }
}

type Act = 'allowed' | 'denied' | 'crashed'
const acts: readonly Act[] = ['allowed', 'denied', 'crashed']

/** Every shell writes a file with it. */
const commandFor = (act: Act, nonce: string): string => `echo verify-${act}-${nonce} > ${act}.txt`

interface TrialFacts {
  readonly ran: Readonly<Record<Act, boolean>>
  /** The agent started the script. */
  readonly wasCalled: boolean
  readonly timedOut: boolean
}

async function tryHook(driven: Driven, exported: ExportedHook, base: string, io: Io): Promise<TrialFacts> {
  const { agent, headless, program } = driven
  const { home, root, temporary } = makeTrialDirectories(base)
  const nonce = randomBytes(12).toString('hex')
  const [script, mark] = [join(base, 'hook.sh'), join(base, 'called')]
  writeFileSync(script, scriptFor(agent, nonce, mark))
  chmodSync(script, 0o700)
  writeSettings(agent, headless, exported, { home, root, script })
  const turns = [...acts.map((act) => headless.shell(commandFor(act, nonce))), 'done']
  const [model, proxy] = await Promise.all([
    startScriptedModel(conversationReaders[headless.wire], { turns }),
    startRefusingProxy(),
  ])
  try {
    const start = headless.start('Do what you have to do.', {
      modelUrl: model.server.baseUrl,
      ...(headless.trustArgs === undefined ? {} : { args: headless.trustArgs }),
    })
    const own = { ...cleanEnvironment(io.env), ...cacheVariables(headless, thisPlatform().home) }
    const env = { ...own, HOME: home, TMPDIR: temporary, ...proxy.env, ...start.env }
    const { timedOut } = await runProgram(program, start.args, { cwd: root, env, limitMs: LIMIT_MS, signal: io.signal })
    const hasRun = (act: Act): boolean => existsSync(join(root, `${act}.txt`))
    return {
      ran: { allowed: hasRun('allowed'), denied: hasRun('denied'), crashed: hasRun('crashed') },
      wasCalled: existsSync(mark),
      timedOut,
    }
  } finally {
    await Promise.all([model.server.close(), proxy.close()])
  }
}

/** The file as `export` writes it, with the script in place of the hook's command. */
function writeSettings(
  agent: Agent,
  headless: Headless,
  { entry, event, written }: ExportedHook,
  { home, root, script }: { readonly home: string; readonly root: string; readonly script: string },
): void {
  const hooks = [{ entry, event, written: replaceCommand(written, script) }]
  const { path: file, after } = exportChange(agent, { hooks }, root, { cwd: root })
  mkdirSync(dirname(file), { recursive: true })
  writeFileSync(file, after)
  const [userFile] = settingsFiles(agent, 'user')
  if (headless.settings === undefined || userFile === undefined) return
  mkdirSync(dirname(join(home, userFile)), { recursive: true })
  writeFileSync(join(home, userFile), JSON.stringify(headless.settings))
}

/** With `args`, an agent starts the command without a shell, so the path is not quoted there. */
function replaceCommand(written: JsonObject, script: string): JsonObject {
  if (Array.isArray(written.hooks))
    // True: `exportHook` writes the one hook of a group as an object.
    return { ...written, hooks: written.hooks.map((hook) => replaceCommand(hook as JsonObject, script)) }
  return { ...written, command: written.args === undefined ? quotedForPosix(script) : script }
}

/** Denies in the agent's own words what has one mark, and crashes at another. */
function scriptFor({ dialect }: Agent, nonce: string, mark: string): string {
  const says = 'hookline export --verify denied this'
  const reply = dialect?.refuse(says, says) ?? {}
  const {
    stdout,
    stderr = says,
    exitCode,
  } = dialect?.print?.(reply, 2) ?? {
    stdout: JSON.stringify(reply),
    exitCode: 2,
  }
  return `#!/bin/sh
input=$(cat)
touch ${quotedForPosix(mark)}
case $input in
*verify-denied-${nonce}*) printf '%s' ${quotedForPosix(stdout)}; printf '%s' ${quotedForPosix(stderr)} >&2; exit ${exitCode} ;;
*verify-crashed-${nonce}*) kill -9 $$ ;;
esac
`
}

function judge({ title }: Agent, { event, failClosed }: Entry, { ran, wasCalled, timedOut }: TrialFacts): Result {
  const isClosed = failClosed ?? eventRows[event].onFailure === 'closed'
  const lost = (message: string): Result => ({ result: 'lost', message })
  if (ran.denied)
    return lost(wasCalled ? `${title} ran a command that the hook denied` : `${title} did not run the hook`)
  if (!ran.allowed)
    return notTried(
      `${title} did not run even an allowed command${timedOut ? ' in two minutes' : ''}, so nothing is shown`,
    )
  if (!wasCalled) return notTried(`${title} ran no denied command, but did not run the hook either`)
  if (isClosed && ran.crashed) return lost(`${title} ran a command after the hook had crashed`)
  return {
    result: 'kept',
    message: `a denied command did not run${isClosed ? ', and none after a crash of the hook' : ''}`,
  }
}
