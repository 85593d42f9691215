/** An agent's configured command, run as the agent runs it: by a shell, with its own payload on stdin. */

import { spawn } from 'node:child_process'
import { copyFileSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Dialect, editions, newSession } from '@hookline/core'
import { agents } from '@hookline/core/agents'
import type { Edition } from '@hookline/core/node'
import type { JsonObject } from '@hookline/core/protocol'
import { type EventName, eventRows, genericEvents } from '@hookline/core/protocol'
import type { Io } from '../io.ts'

/** The variables by which commands in agents' settings find the workspace. */
const connectedRoots = agents.flatMap(({ settings }) => settings?.root ?? [])
const PATIENCE_MS = 30_000
export interface Place {
  readonly root: string
  readonly edition: Edition
  readonly env: Io['env']
  readonly signal: AbortSignal
}
export interface Answered {
  readonly code: number | null
  readonly end: string
  readonly stderr: string
  /** The JSON object it printed, if it did. */
  readonly reply: JsonObject | undefined
  readonly durationMs: number
}

/** An event in the agent's words. Where it has none for it, the tool call around the act. */
export function payloadFor(dialect: Dialect, event: EventName, input: JsonObject, { root, edition }: Place): string {
  const id = 'hookline-doctor'
  const common = { conversation_id: id, session_id: id, workspace_roots: [root], cwd: root, tool_use_id: id }
  const act = eventRows[event].act?.tool
  const theirs = (name: EventName) => dialect.firedBy?.(name) ?? [name]
  const around = theirs(genericEvents.before)
  const inside = act !== undefined && (theirs(event).length === 0 || theirs(event).some((one) => around.includes(one)))
  const name = inside ? genericEvents.before : event
  const given = inside ? act(input as never) : input
  const made = { id, name, row: eventRows[name], at: '', input: { ...common, hook_event_name: name, ...given } }
  const encoded = dialect.encode(made, { edition: editions[edition], session: newSession(id) })
  return JSON.stringify(encoded.input)
}

export function call(command: string, cwd: string, stdin: string, { root, env, signal }: Place): Promise<Answered> {
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
      resolve({ code, end, stderr, reply: parsed(stdout), durationMs: performance.now() - began })
    child.stdout.on('data', (chunk) => {
      stdout += chunk
    })
    child.stderr.on('data', (chunk) => {
      stderr += chunk
    })
    child.stdin.on('error', () => {}) // It need not read.
    child.on('error', (error) => ended(null, error.message))
    child.on('close', (code, by) => ended(code, code === null ? String(by) : `exit ${code}`))
    child.stdin.end(stdin)
  })
}

/** A state directory for one proof: trusted as the real one is, and nothing of it stays in the log. */
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
    return await act({ ...env, XDG_STATE_HOME: join(scratch, 'state') }, scratch)
  } finally {
    rmSync(scratch, { recursive: true, force: true })
  }
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

/** A managed hook that says no to one event, for whoever is started with this environment; in a file that no agent runs by itself. */
export function withNo(event: EventName, env: Io['env'], scratch: string): Io['env'] {
  const directory = mkdtempSync(join(scratch, 'managed-'))
  const hooks = { [event]: [{ command: 'echo "a canary of hookline doctor" >&2; exit 2' }] }
  writeFileSync(join(directory, 'hookline.json'), JSON.stringify({ version: 1, hooks }))
  return { ...env, HOOKLINE_ENTERPRISE_DIR: directory }
}

function parsed(text: string): JsonObject | undefined {
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && value !== null ? (value as JsonObject) : undefined
  } catch {
    return undefined
  }
}

/** A no in the words of the agent. */
export function saysNo(dialect: Dialect, reply: JsonObject): boolean {
  if (dialect.isNo !== undefined) return dialect.isNo(reply)
  const nested = reply.hookSpecificOutput as JsonObject | undefined
  const words = [reply.permission, reply.decision, nested?.permissionDecision]
  return reply.continue === false || words.some((word) => word === 'deny' || word === 'block')
}
