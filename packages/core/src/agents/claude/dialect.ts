/** The dialect of Claude Code: gives its hooks their native input, reads their native output, and translates its payloads (CONTRACT §10). */

import type { Event } from '../../flow.ts'
import type { Dialect, EncodeContext } from '../../ports.ts'
import type { JsonObject } from '../../schema.ts'
import { type DecodedPayload, encodeInput } from '../usual.ts'
import { dropEmpty, textOf } from '../values.ts'
import { firedBy, repeatKey, within } from './acts.ts'
import { decode } from './decode.ts'
import { claudeAgent } from './enforcement.ts'
import { claudeNames, claudeRows, ourCommon, theirCommon } from './events.ts'
import { facts } from './facts.ts'
import { claudeEvents, claudeOnlyEvents } from './names.ts'
import { recheck } from './output.ts'
import { patience } from './patience.ts'
import { inputOf, matchesRule } from './permission-rule.ts'
import { fromEffect } from './reply.ts'
import { theirCall, theirNames } from './tools.ts'

export const claude: Dialect = {
  name: 'claude',
  owns: ['claude-local', 'claude-project', 'claude-user'],
  agent: claudeAgent,
  projectVariable: 'CLAUDE_PROJECT_DIR',
  patienceMs: (event) => patience[event] ?? 600_000,
  hidesVariables: 'CURSOR_',
  variablesFile: (event) => (event.row.session === 'begins' ? 'CLAUDE_ENV_FILE' : undefined),
  refuse: (message, forAgent) => ({
    decision: 'block',
    reason: forAgent,
    continue: false,
    stopReason: message,
    systemMessage: message,
  }),
  encode,
  decode,
  subjects: (event, matcher, own) => {
    const row = claudeRows[event.name]
    return row === undefined ? own : row.subjects(event.input, matcher)
  },
  meets: (event, condition) => {
    const { input } = event
    const cwd = textOf(theirCommon(input).cwd) ?? ''
    const call = { names: theirNames(input, condition), input: inputOf(theirCall(input).tool_input), cwd }
    return matchesRule(condition, call)
  },
  exact,
  toEvent,
  facts,
  within,
  recheck,
  repeatKey,
  firedBy,
  fromEffect: (effect, event) => ({ stdout: fromEffect(effect, event), exitCode: 0 }),
}

function encode(
  event: Event,
  { edition }: EncodeContext,
): { readonly input: JsonObject; readonly notes: readonly string[] } {
  const row = claudeRows[event.name]
  if (row === undefined) return { input: encodeInput(event, edition), notes: ['foreign-dialect'] }
  const fields = { ...theirCommon(event.input), hook_event_name: claudeNames[event.name] }
  return { input: { ...fields, ...dropEmpty(row.theirs(event.input)) }, notes: [] }
}

/** A matcher of only letters, digits, `_ - , |` and spaces is a list of exact names. */
function exact(matcher: string): readonly string[] | undefined {
  if (!/^[A-Za-z0-9_\-,| ]+$/.test(matcher)) return undefined
  return matcher
    .split(/[|,]/)
    .map((word) => word.trim())
    .filter((word) => word !== '')
}

function toEvent(payload: JsonObject): DecodedPayload {
  const theirs = payload.hook_event_name
  if (typeof theirs !== 'string') return { unknown: 'the payload has no hook_event_name' }
  const name = Object.hasOwn(claudeEvents, theirs) ? claudeEvents[theirs] : undefined
  const row = name === undefined ? undefined : claudeRows[name]
  if (claudeOnlyEvents.has(theirs))
    return { unknown: `Claude Code's event "${theirs}" has no counterpart in Hookline`, theirs: true }
  if (name === undefined || row === undefined) return { unknown: `Claude Code has no event "${theirs}"` }
  return { name, input: { ...ourCommon(payload), hook_event_name: name, ...dropEmpty(row.ours(payload)) } }
}
