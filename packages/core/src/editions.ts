/** All behaviour that differs between versions, in one table (CONTRACT §1). No other file tests for an edition. */
import { agents } from './agents/list.ts'
import type { Edition, SourceName } from './flow.ts'
import { type EventName, eventNames, eventRows } from './protocol/events/index.ts'
import type { ReplyField } from './protocol/reply.ts'
import { type EventRow, editionNames, type Gate, observes } from './protocol/row.ts'

export interface EditionRow {
  readonly name: Edition
  readonly events: ReadonlySet<EventName>
  /** The sources that are read, with the experiment flag if one is needed. Inline entries are always read. */
  readonly sources: Readonly<Partial<Record<SourceName, true | { readonly experiment: string }>>>
  /** Whether `hookline.json` is read. */
  readonly ownFiles: boolean
  readonly entryKeys: ReadonlySet<string> | 'all'
  readonly several: 'first-answer' | 'all'
  /** Whose reply is used if only one can be. */
  readonly single: 'first' | 'last'
  readonly exit2: 'failure' | 'blocks'
  readonly policy: 'open' | 'event' | 'entry' | 'entry-else-event'
  readonly unreadable: 'failure' | 'denies-at-permission' | 'a-no-denies'
  readonly silence: 'failure' | 'no-opinion' | 'failure-when-closed'
  /** What output over the limit does at a gate. */
  readonly overLimit: 'failure' | 'denies'
  /** Whether a denial counts that uses another gate's fields, or comes with a failing exit code. */
  readonly foreignNo: 'counts' | 'ignored'
  /** The reply fields of the version, if they differ from the row. An alias is read if its field is. */
  readonly replyFields: Readonly<Partial<Record<EventName, readonly ReplyField[]>>>
  /** Gates that differ from the row. */
  readonly gates: Readonly<Partial<Record<EventName, Gate>>>
  readonly secondPass: boolean
  readonly longContext: 'kept' | 'dropped' | 'cut'
  /** A limit for all scripts together, instead of each script's `loop_limit`. */
  readonly loopCeiling: number | null
  /** The statuses at which a follow-up is used. */
  readonly followUpAt: Readonly<Partial<Record<EventName, readonly string[]>>>
  /** The field names of the input, and the fields in seconds. */
  readonly names: {
    readonly today: boolean
    readonly older: readonly ('S0' | 'S1')[]
    readonly seconds: Readonly<Partial<Record<EventName, readonly string[]>>>
    readonly toolOutput: 'json' | 'text'
  }
  readonly remote: 'none' | 'path' | 'true'
  readonly missingVersion: 'rejects' | 'one' | 'one-with-warning'
  readonly unknownEvent: 'rejects-file' | 'skips-key'
}

/** The events of an edition: its own and those of older editions. */
const eventsIn = (edition: Edition): ReadonlySet<EventName> =>
  new Set(eventNames.filter((name) => editionNames.indexOf(eventRows[name].since) <= editionNames.indexOf(edition)))

const anyStatus = ['completed', 'aborted', 'error']
const managedAndUser = { enterprise: true, team: true, user: true, inline: true } as const
/** The settings files of other agents. */
const ofAgents: EditionRow['sources'] = Object.fromEntries(
  agents.flatMap(({ sources = [] }) => sources.map(({ name }) => [name, true])),
)
const askUnknown: Gate = { kind: 'permission', ask: 'unknown' }
const askNoEffect: Gate = { kind: 'permission', ask: 'no-effect' }

/** Only Hookline has `updated_content` and the messages of a withheld response. */
const replyFields3: EditionRow['replyFields'] = {
  beforeReadFile: ['user_message'],
  beforeTabFileRead: [],
  afterAgentResponse: [],
}
const replyFields24: EditionRow['replyFields'] = {
  ...replyFields3,
  beforeSubmitPrompt: ['user_message'],
  // S0 has `decision` and `reason`; the reason fills both messages.
  preToolUse: ['user_message', 'agent_message', 'updated_input'],
  postToolUse: ['updated_mcp_tool_output'],
  postToolUseFailure: [],
}

const edition23: EditionRow = {
  name: '2.3',
  events: eventsIn('2.3'),
  sources: { ...managedAndUser, project: { experiment: 'hooks_ide_project_config' } },
  ownFiles: false,
  entryKeys: new Set(['command']),
  several: 'first-answer',
  single: 'first',
  exit2: 'failure',
  policy: 'open',
  unreadable: 'failure',
  silence: 'failure',
  overLimit: 'failure',
  foreignNo: 'ignored',
  replyFields: { ...replyFields24, beforeReadFile: [] },
  gates: { afterAgentResponse: observes },
  secondPass: false,
  longContext: 'kept',
  loopCeiling: 5,
  followUpAt: { stop: ['completed', 'aborted'] },
  names: { today: false, older: ['S1'], seconds: { afterMCPExecution: ['duration'] }, toolOutput: 'json' },
  remote: 'none',
  missingVersion: 'rejects',
  unknownEvent: 'rejects-file',
}
const edition24: EditionRow = {
  ...edition23,
  name: '2.4',
  events: eventsIn('2.4'),
  sources: { ...managedAndUser, ...ofAgents, project: true },
  entryKeys: new Set(['command', 'type', 'prompt', 'model', 'timeout', 'matcher', 'loop_limit']),
  several: 'all',
  exit2: 'blocks',
  policy: 'event',
  silence: 'no-opinion',
  overLimit: 'denies',
  replyFields: replyFields24,
  gates: { afterAgentResponse: observes, preToolUse: askUnknown },
  loopCeiling: null,
  followUpAt: { stop: anyStatus, subagentStop: anyStatus },
  names: { today: false, older: ['S0'], seconds: {}, toolOutput: 'text' },
  remote: 'path',
  missingVersion: 'one',
}
const edition3: EditionRow = {
  ...edition24,
  name: '3',
  events: eventsIn('3'),
  sources: { ...managedAndUser, ...ofAgents, project: true, plugin: true },
  entryKeys: 'all',
  single: 'last',
  policy: 'entry',
  unreadable: 'denies-at-permission',
  silence: 'failure-when-closed',
  replyFields: replyFields3,
  gates: { afterAgentResponse: observes, preToolUse: askNoEffect, sessionStart: observes },
  longContext: 'dropped',
  followUpAt: { stop: ['completed'], subagentStop: ['completed'] },
  names: { today: true, older: [], seconds: {}, toolOutput: 'json' },
  remote: 'true',
  missingVersion: 'rejects',
}
const hookline: EditionRow = {
  ...edition3,
  name: 'hookline',
  events: eventsIn('hookline'),
  ownFiles: true,
  single: 'first',
  policy: 'entry-else-event',
  unreadable: 'a-no-denies',
  silence: 'no-opinion',
  foreignNo: 'counts',
  replyFields: {},
  gates: {},
  secondPass: true,
  longContext: 'cut',
  followUpAt: { stop: ['completed', 'error'], subagentStop: ['completed'] },
  names: { today: true, older: ['S0', 'S1'], seconds: {}, toolOutput: 'json' },
  missingVersion: 'one-with-warning',
  unknownEvent: 'skips-key',
}

export const editions: Readonly<Record<Edition, EditionRow>> = {
  '2.3': edition23,
  '2.4': edition24,
  '3': edition3,
  hookline,
}
export const isEdition = (name: string): name is Edition => Object.hasOwn(editions, name)

/** The gate an event has in an edition. */
export const gateOf = (edition: EditionRow, name: EventName, own: Gate): Gate => edition.gates[name] ?? own

/** The reply fields that an event has in an edition. */
export const replyFieldsOf = (
  edition: EditionRow,
  { name, row }: { readonly name: EventName; readonly row: Pick<EventRow, 'reply'> },
): readonly ReplyField[] => edition.replyFields[name] ?? row.reply
