/** Small values for tests: an entry, an event, a run, a plan, each whole, each with what the test is about laid over. */

import type { Entry, Event, Outcome, Plan, Run } from '../flow.ts'
import { type EventName, eventRows } from '../protocol/events/index.ts'
import type { JsonObject } from '../schema.ts'

export const fakeEntry = (over: Partial<Entry> = {}): Entry => ({
  id: 'project/beforeShellExecution/00000000',
  event: 'beforeShellExecution',
  type: 'command',
  label: 'guard.sh',
  command: 'guard.sh',
  timeoutMs: 60_000,
  loopLimit: 5,
  monitor: false,
  dialect: 'cursor',
  cwd: '/work',
  origin: { source: 'project', own: false, file: '/work/.cursor/hooks.json', line: 4, column: 7, root: '/work' },
  trust: 'trusted',
  extra: {},
  ...over,
})

/** The row's sample as an event. */
export function fakeEvent(name: EventName, over: JsonObject = {}): Event {
  const row = eventRows[name]
  const common = {
    conversation_id: 'conversation_1',
    generation_id: 'generation_1',
    session_id: 'conversation_1',
    model: 'default',
    hook_event_name: name,
    cursor_version: '3.0.0',
    workspace_roots: ['/work'],
    user_email: null,
    transcript_path: null,
  }
  return {
    id: 'event_1',
    name,
    row,
    at: '2026-01-01T00:00:00.000Z',
    input: { ...common, ...row.sample('/work'), ...over },
  }
}

export const fakeRun = (entry: Entry, outcome: Outcome, over: Partial<Run> = {}): Run => ({
  id: `${entry.id}#${over.look ?? 1}`,
  entry,
  look: 1,
  startedAt: '2026-01-01T00:00:00.000Z',
  durationMs: 1,
  stdout: '',
  stderr: '',
  outcome,
  notes: [],
  ...over,
})

export const fakePlan = (event: EventName, entries: readonly Entry[]): Plan => ({
  event,
  edition: 'hookline',
  entries,
  skipped: [],
})
