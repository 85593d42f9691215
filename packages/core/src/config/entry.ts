/** Makes entries: id, label and origin, and the skip reason or closed gate of an entry that cannot be used. */

import { usualAgent } from '../agents/list.ts'
import { commandLine } from '../command-line.ts'
import { type EditionRow, gateOf } from '../editions.ts'
import type {
  Entry,
  EntryType,
  HookEnvironment,
  NamedShell,
  Origin,
  SandboxLevel,
  SkipReason,
  Verify,
} from '../flow.ts'
import { type EventName, eventNames, eventRows } from '../protocol/events/index.ts'
import { defaultLoopLimit, defaultTimeoutSeconds } from '../protocol/hooks-file.ts'
import type { Rule } from '../rules/rule.ts'
import type { JsonObject } from '../schema.ts'
import { findFault, findPayloadAsCode } from './check-command.ts'
import { entryId } from './entry-id.ts'
import { type At, canonical } from './jsonc.ts'
import { fileOf, isManaged, type Reader, type ReadOptions, type SourceInfo } from './reader.ts'
import { callsHookline, selfCall } from './self-call.ts'

/** What a reader knows about one entry. */
export interface Draft {
  readonly event: EventName
  readonly at: At
  /** Where its command stands. Absent: `at`. */
  readonly commandAt?: At
  /** The value in the file, without positions. */
  readonly written: unknown
  readonly hostEvent?: string
  readonly fileEvent?: string
  readonly type?: EntryType
  readonly name?: string
  readonly command?: string
  readonly args?: readonly string[]
  readonly shell?: NamedShell
  readonly prompt?: string
  readonly model?: string
  readonly verify?: Verify
  readonly module?: string
  readonly url?: string
  readonly headers?: Readonly<Record<string, string>>
  readonly signWith?: string
  readonly reach?: 'loopback' | 'private'
  readonly rule?: Rule
  readonly matcher?: string
  readonly condition?: string
  readonly observes?: true
  readonly order?: number
  readonly async?: true
  readonly rewakes?: true
  readonly unrunnable?: NonNullable<Entry['unrunnable']>
  readonly timeoutMs?: number
  readonly failClosed?: boolean
  readonly loopLimit?: number | null
  readonly monitor?: boolean
  readonly dialect?: string
  readonly warm?: boolean
  readonly environment?: HookEnvironment
  readonly env?: readonly string[]
  readonly sandbox?: SandboxLevel | 'none'
  readonly checkedCopy?: boolean
  readonly approvals?: boolean
  readonly extra?: JsonObject
  readonly held?: { readonly why: SkipReason; readonly detail: string }
  /** Why it cannot be used. */
  readonly fault?: string
}

export function makeEntry(draft: Draft, { info, reading }: Pick<Reader, 'info' | 'reading'>): Entry {
  const text = canonical(draft.written)
  const { event, at, commandAt = at, written: _, fault: __, held, ...given } = draft
  return {
    type: 'command',
    timeoutMs: defaultTimeoutSeconds * 1000,
    loopLimit: defaultLoopLimit,
    monitor: false,
    dialect: usualAgent.name,
    extra: {},
    ...given,
    id: entryId(info.source, event, text, reading.hash),
    event,
    label: labelOf(draft, info),
    cwd: info.cwd,
    origin: originOf(info, at),
    trust: info.trust,
    text,
    ...(isUnchecked(draft, info) ? { unchecked: commandAt } : unrunnable(draft, reading)),
    ...usability(draft, info, reading, held),
  }
}

/** The text of a workspace's commands is checked once the workspace is trusted: reading shell text costs more than all the rest. */
const isUnchecked = ({ command, module, fault }: Draft, { trust }: SourceInfo): boolean =>
  trust === 'untrusted' && fault === undefined && (command !== undefined || module !== undefined)

function unrunnable(draft: Draft, { system }: ReadOptions): Pick<Entry, 'unrunnable'> {
  if (draft.fault !== undefined) return {}
  const isCommand = (draft.type ?? 'command') === 'command'
  const why = draft.unrunnable ?? (isCommand ? findPayloadAsCode(draft, system) : undefined)
  return why === undefined ? {} : { unrunnable: why }
}

/** An entry that cannot be used is skipped. In a managed file, at a gate, it denies instead (CONTRACT §4). */
function usability(
  draft: Draft,
  info: SourceInfo,
  reading: ReadOptions,
  held: Draft['held'],
): Pick<Entry, 'held' | 'broken'> {
  if (held !== undefined) return { held }
  // The hooks of a plugin run only if their files can be compared with the approved ones, as those of a workspace.
  const isCompared = info.source === 'plugin' && !isUnchecked(draft, info)
  const fault = draft.fault ?? (isCompared ? findFault(draft, reading.system) : undefined)
  if (fault === undefined) return callsHookline(draft) ? { held: selfCall } : {}
  if (isManaged(info) && closesGate(draft.event, reading.edition))
    return { broken: brokenReason(info, draft.at, fault) }
  return { held: { why: 'invalid', detail: fault } }
}

/** Whether a broken managed file closes this event's gate: it comes before an action, and the edition has it. */
export const closesGate = (event: EventName, edition: EditionRow): boolean =>
  edition.events.has(event) &&
  eventRows[event].guardsAct &&
  gateOf(edition, event, eventRows[event].gate).kind !== 'none'
export const closedGates = (edition: EditionRow): readonly EventName[] =>
  eventNames.filter((event) => closesGate(event, edition))

/** An entry that keeps a gate closed, in place of the entries that a managed file should have had. */
export function brokenEntry(event: EventName, at: At, fault: string, info: SourceInfo, reading: ReadOptions): Entry {
  const made = makeEntry({ event, at, written: { broken: fileOf(info) } }, { info, reading })
  return { ...made, label: fileOf(info), broken: brokenReason(info, at, fault) }
}

const brokenReason = (info: SourceInfo, at: At, fault: string) => ({
  message: `${fileOf(info)}:${at.line}:${at.column}: ${fault}`,
})

function originOf(info: SourceInfo, at: At): Origin {
  return {
    source: info.source,
    own: info.own,
    ...(info.file === undefined ? {} : { file: info.file, line: at.line, column: at.column }),
    ...(info.root === undefined ? {} : { root: info.root }),
  }
}

const labelOf = (draft: Draft, info: SourceInfo): string =>
  draft.name ??
  commandLine(draft) ??
  firstWords(draft.prompt) ??
  draft.module ??
  draft.url ??
  `an entry of ${fileOf(info)}`

const firstWords = (text: string | undefined): string | undefined => {
  const line = text?.trim().replace(/\s+/g, ' ')
  return line === undefined || line.length <= 60 ? line : `${line.slice(0, 59)}…`
}
