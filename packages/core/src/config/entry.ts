/** An entry is made here, once: id, label, origin, and what becomes of one that cannot be used. */

import { usualAgent } from '../agents/list.ts'
import { commandLine } from '../command-line.ts'
import { type EditionRow, gateOf } from '../editions.ts'
import type { Entry, EntryType, NamedShell, Origin, SkipReason } from '../flow.ts'
import { type EventName, eventNames, eventRows } from '../protocol/events/index.ts'
import { defaultLoopLimit, defaultTimeoutSeconds } from '../protocol/hooks-file.ts'
import type { Rule } from '../rules/rule.ts'
import type { JsonObject } from '../schema.ts'
import { entryId } from './entry-id.ts'
import { whyTooLarge } from './files/command-files.ts'
import { type At, canonical } from './jsonc.ts'
import { findPayloadAsCode } from './payload-as-code.ts'
import { fileOf, isManaged, type SourceInfo, type Reader, type ReadOptions } from './reader.ts'
import { callsHookline, selfCall } from './self-call.ts'

/** What a reader found out about one entry. */
export interface Draft {
  readonly event: EventName
  readonly at: At
  /** As written, without positions. */
  readonly written: unknown
  readonly type?: EntryType
  readonly name?: string
  readonly command?: string
  readonly args?: readonly string[]
  readonly shell?: NamedShell
  readonly prompt?: string
  readonly model?: string
  readonly module?: string
  readonly rule?: Rule
  readonly matcher?: string
  readonly condition?: string
  readonly observes?: true
  readonly unrunnable?: NonNullable<Entry['unrunnable']>
  readonly timeoutMs?: number
  readonly failClosed?: boolean
  readonly loopLimit?: number | null
  readonly monitor?: boolean
  readonly dialect?: string
  readonly extra?: JsonObject
  readonly held?: { readonly why: SkipReason; readonly detail: string }
  /** Why it cannot be used. */
  readonly fault?: string
}

export function makeEntry(draft: Draft, { place, reading }: Pick<Reader, 'place' | 'reading'>): Entry {
  const text = canonical(draft.written)
  const { event, at, written: _, fault: __, held, ...given } = draft
  return {
    type: 'command',
    timeoutMs: defaultTimeoutSeconds * 1000,
    loopLimit: defaultLoopLimit,
    monitor: false,
    dialect: usualAgent.name,
    extra: {},
    ...given,
    id: entryId(place.source, event, text, reading.hash),
    event,
    label: labelOf(draft, place),
    cwd: place.cwd,
    origin: originOf(place, at),
    trust: place.trust,
    text,
    ...unrunnable(draft, reading),
    ...usability(draft, place, reading, held),
  }
}

function unrunnable(draft: Draft, { system }: ReadOptions): Pick<Entry, 'unrunnable'> {
  if (draft.fault !== undefined) return {}
  const isCommand = (draft.type ?? 'command') === 'command'
  const why = draft.unrunnable ?? (isCommand ? findPayloadAsCode(draft, system) : undefined)
  return why === undefined ? {} : { unrunnable: why }
}

/** An entry that cannot be used is held; in a managed file at a gate it refuses instead (CONTRACT §4). */
function usability(draft: Draft, place: SourceInfo, reading: ReadOptions, held: Draft['held']): Pick<Entry, 'held' | 'broken'> {
  if (held !== undefined) return { held }
  const fault = draft.fault ?? whyNotTrustable(draft, place, reading)
  if (fault === undefined) return callsHookline(draft) ? { held: selfCall } : {}
  if (isManaged(place) && closesGate(draft.event, reading.edition)) return { broken: brokenReason(place, draft.at, fault) }
  return { held: { why: 'invalid', detail: fault } }
}

/** What a workspace brings along runs only when it can be compared with what was approved. */
const whyNotTrustable = (
  { command, args, module }: Draft,
  { source, trust }: SourceInfo,
  { system }: ReadOptions,
): string | undefined =>
  trust === 'untrusted' || source === 'plugin'
    ? whyTooLarge(
        {
          ...(command === undefined ? {} : { command }),
          ...(args === undefined ? {} : { args }),
          extra: { module },
        },
        system,
      )
    : undefined

/** The gates before an act, as the edition has them: those that a broken managed file closes. */
export const closesGate = (event: EventName, edition: EditionRow): boolean =>
  edition.events.has(event) &&
  eventRows[event].guardsAct &&
  gateOf(edition, event, eventRows[event].gate).kind !== 'none'
export const closedGates = (edition: EditionRow): readonly EventName[] =>
  eventNames.filter((event) => closesGate(event, edition))

/** Stands for what a managed file should have said about one gate. */
export function brokenEntry(event: EventName, at: At, fault: string, place: SourceInfo, reading: ReadOptions): Entry {
  const made = makeEntry({ event, at, written: { broken: fileOf(place) } }, { place, reading })
  return { ...made, label: fileOf(place), broken: brokenReason(place, at, fault) }
}

const brokenReason = (place: SourceInfo, at: At, fault: string) => ({
  message: `${fileOf(place)}:${at.line}:${at.column}: ${fault}`,
})

function originOf(place: SourceInfo, at: At): Origin {
  return {
    source: place.source,
    own: place.own,
    ...(place.file === undefined ? {} : { file: place.file, line: at.line, column: at.column }),
    ...(place.root === undefined ? {} : { root: place.root }),
  }
}

const labelOf = (draft: Draft, place: SourceInfo): string =>
  draft.name ?? commandLine(draft) ?? firstWords(draft.prompt) ?? draft.module ?? `an entry of ${fileOf(place)}`

const firstWords = (text: string | undefined): string | undefined => {
  const line = text?.trim().replace(/\s+/g, ' ')
  return line === undefined || line.length <= 60 ? line : `${line.slice(0, 59)}…`
}
