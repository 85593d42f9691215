/** Runs an agent's configured command like the agent does: with a shell, and with the agent's payload on stdin. */

import { spawn } from 'node:child_process'
import {
  copyFileSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, dirname, join } from 'node:path'
import { type Dialect, editions, newSession } from '@hookline/core'
import { agents } from '@hookline/core/agents'
import type { Edition } from '@hookline/core/node'
import type { JsonObject } from '@hookline/core/protocol'
import { type EventName, eventRows, genericEvents } from '@hookline/core/protocol'
import { type Io, proofSession } from '../io.ts'
import { parseObject } from '../parse-object.ts'

/** The variables with which commands in agents' settings find the workspace. */
const connectedRoots = agents.flatMap(({ settings }) => settings?.root ?? [])
const PATIENCE_MS = 30_000
export interface CallOptions {
  readonly root: string
  readonly edition: Edition
  readonly env: Io['env']
  readonly signal: AbortSignal
}
export interface CallResult {
  readonly code: number | null
  readonly end: string
  readonly stderr: string
  /** The JSON object it printed, if it did. */
  readonly reply: JsonObject | undefined
  readonly durationMs: number
}

/** An event in the agent's format. If the agent does not have the event, the tool call around the action. */
export function payloadFor(
  dialect: Dialect,
  event: EventName,
  input: JsonObject,
  { root, edition }: CallOptions,
): string {
  const id = proofSession
  const common = { conversation_id: id, session_id: id, workspace_roots: [root], cwd: root, tool_use_id: id }
  const act = eventRows[event].act?.tool
  const theirs = (name: EventName) => dialect.firedBy?.(name) ?? [name]
  const around = theirs(genericEvents.before)
  const inside = act !== undefined && (theirs(event).length === 0 || theirs(event).some((one) => around.includes(one)))
  const name = inside ? genericEvents.before : event
  const given = inside ? act(input as never) : input // The caller's input belongs to the event.
  const made = { id, name, row: eventRows[name], at: '', input: { ...common, hook_event_name: name, ...given } }
  const encoded = dialect.encode(made, { edition: editions[edition], session: newSession(id) })
  return JSON.stringify(encoded.input)
}

export function call(
  command: string,
  cwd: string,
  stdin: string,
  { root, env, signal }: CallOptions,
): Promise<CallResult> {
  const began = performance.now()
  return new Promise((resolve) => {
    const child = spawn(command, {
      shell: true,
      cwd,
      env: { ...env, ...Object.fromEntries(connectedRoots.map((name) => [name, root])) },
      timeout: PATIENCE_MS,
      signal,
    })
    let [stdout, stderr] = ['', '']
    const ended = (code: number | null, end: string) =>
      resolve({ code, end, stderr, reply: parseObject(stdout), durationMs: performance.now() - began })
    child.stdout.on('data', (chunk) => {
      stdout += chunk
    })
    child.stderr.on('data', (chunk) => {
      stderr += chunk
    })
    child.stdin.on('error', () => {}) // The command may exit without reading its input.
    child.on('error', (error) => ended(null, error.message))
    child.on('close', (code, by) => ended(code, code === null ? String(by) : `exit ${code}`))
    child.stdin.end(stdin)
  })
}

/** Runs `act` with a scratch copy of the state directory: the same trust, and nothing is written to the real log. */
export async function inScratchState<T>(
  stateDirectory: string,
  env: Io['env'],
  act: (env: Io['env'], scratch: string) => Promise<T>,
): Promise<T> {
  const scratch = mkdtempSync(join(tmpdir(), 'hookline-canary-'))
  try {
    const own = join(scratch, 'state', 'hookline')
    mkdirSync(own, { recursive: true, mode: 0o700 })
    for (const name of namesIn(stateDirectory)) copyFileSync(join(stateDirectory, name), join(own, name))
    copyTeams(join(stateDirectory, 'team'), join(own, 'team'))
    // A daemon for this short-lived state would stay for a quarter of an hour.
    return await act({ ...env, XDG_STATE_HOME: join(scratch, 'state'), HOOKLINE_DAEMON: 'off' }, scratch)
  } finally {
    rmSync(scratch, { recursive: true, force: true })
  }
}

/** Without the manifests of its sets, a team's hooks count as changed. The key of the machine stays where it is: a proof reports nothing. */
function copyTeams(from: string, to: string): void {
  if (!existsSync(from)) return
  const isNeeded = (path: string) =>
    statSync(path).isDirectory() ||
    ['installed.json', 'status.json'].includes(basename(path)) ||
    basename(dirname(path)) === 'manifests'
  cpSync(from, to, { recursive: true, filter: isNeeded })
}

function namesIn(directory: string): readonly string[] {
  try {
    return readdirSync(directory, { withFileTypes: true })
      .filter((one) => one.isFile() && one.name.endsWith('.json'))
      .map(({ name }) => name)
  } catch {
    return []
  }
}

/** An environment with a managed hook that denies one event, in a file that agents do not read themselves. */
export function withDenyingHook(event: EventName, env: Io['env'], scratch: string): Io['env'] {
  const directory = mkdtempSync(join(scratch, 'managed-'))
  const hooks = { [event]: [{ command: 'echo "a canary of hookline doctor" >&2; exit 2' }] }
  writeFileSync(join(directory, 'hookline.json'), JSON.stringify({ version: 1, hooks }))
  return { ...env, HOOKLINE_ENTERPRISE_DIR: directory }
}

/** What the agent would do: undefined if the command failed. */
export function outcomeOf(dialect: Dialect, { code, reply }: CallResult): 'denies' | 'goes on' | undefined {
  // Agents with a way of their own to take a reply may read the exit code, and perhaps no stdout at all.
  const isPrinted = dialect.print !== undefined
  if (code !== 0) return isPrinted && code === 2 ? 'denies' : undefined
  if (reply === undefined) return isPrinted ? 'goes on' : undefined
  return isDeny(dialect, reply) ? 'denies' : 'goes on'
}

/** Whether the reply means deny in the agent's format. */
export function isDeny(dialect: Dialect, reply: JsonObject): boolean {
  if (dialect.isNo !== undefined) return dialect.isNo(reply)
  const nested = reply.hookSpecificOutput as JsonObject | undefined // Read with `?.`, whatever it is.
  const decisions = [reply.permission, reply.decision, reply.permissionDecision, nested?.permissionDecision]
  return reply.continue === false || decisions.some((one) => one === 'deny' || one === 'block')
}
