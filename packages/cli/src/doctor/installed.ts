/** Where an agent's configured command is `hookline run …`: that very command line, with canaries on its stdin. */
import { spawn } from 'node:child_process'
import { editions, newSession } from '@hookline/core'
import { dialects } from '@hookline/core/dialects'
import type { Entry } from '@hookline/core/node'
import { eventRows } from '@hookline/core/protocol'
import { labelOf } from '../entry-text.ts'
import { oneLine } from '../plain.ts'
import type { Finding } from './finding.ts'
import type { Survey } from './survey.ts'

const PATIENCE_MS = 30_000
type Json = Readonly<Record<string, unknown>>

export const isInstalled = ({ command }: Entry): boolean =>
  /(^|[\s/"'])hookline(\.[cm]?js)?["']?\s+run\b/.test(command ?? '')

export async function proveInstalled(entry: Entry, survey: Survey, signal: AbortSignal): Promise<Finding> {
  const base = { area: 'canary', subject: `${labelOf(entry)} (${entry.event})` } as const
  const next = `hookline trigger ${entry.event}`
  const fails = (says: string): Finding => ({ ...base, state: 'fail', says, next })
  const harmless = await answerTo(entry, payloadFor(entry, survey), survey, signal)
  if (harmless.code !== 0 || harmless.reply === undefined)
    return fails(`a harmless event ended with ${harmless.end}: ${oneLine(harmless.stderr)}`)
  // What nobody can read must be refused, whatever the hooks say: a no that needs none of them.
  const garbled = await answerTo(entry, '{"hook_event_name":', survey, signal)
  if (garbled.code !== 2 || garbled.reply === undefined || !saysNo(garbled.reply))
    return fails(`an event that cannot be read ended with ${garbled.end} and was not refused`)
  return saysNo(harmless.reply)
    ? { ...base, state: 'warn', says: 'even a harmless event is refused', next }
    : { ...base, state: 'ok', says: 'run as configured: allowed and denied as it should' }
}

/** The sample in the words of the host that the command names. */
function payloadFor({ command = '', event: name }: Entry, { root, edition }: Survey): string {
  const host = /--host[\s=]+["']?(\w+)/.exec(command)?.[1] ?? 'cursor'
  const row = eventRows[name]
  const id = 'hookline-doctor'
  const common = { conversation_id: id, session_id: id, hook_event_name: name, workspace_roots: [root] }
  const input = { ...common, ...row.sample(root) } as Json
  const event = { id, name, row, at: '', input }
  const encoded = dialects[host]?.encode(event, { edition: editions[edition], session: newSession(id) })
  return JSON.stringify(encoded?.input ?? input)
}

interface Answered {
  readonly code: number | null
  readonly end: string
  readonly stderr: string
  readonly reply: Json | undefined
}

function answerTo(entry: Entry, stdin: string, { env }: Survey, signal: AbortSignal): Promise<Answered> {
  return new Promise((resolve) => {
    const child = spawn(entry.command ?? '', {
      shell: true,
      cwd: entry.cwd,
      env: { ...env },
      timeout: PATIENCE_MS,
      signal,
    })
    let [stdout, stderr] = ['', '']
    const ended = (code: number | null, end: string) => resolve({ code, end, stderr, reply: parsed(stdout) })
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

function parsed(text: string): Json | undefined {
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && value !== null ? (value as Json) : undefined
  } catch {
    return undefined
  }
}

/** A no in the words of any agent. */
function saysNo(reply: Json): boolean {
  const nested = reply.hookSpecificOutput as Json | undefined
  const words = [reply.permission, reply.decision, nested?.permissionDecision]
  return reply.continue === false || words.some((word) => word === 'deny' || word === 'block')
}
