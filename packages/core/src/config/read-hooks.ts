/** Reads a hooks.json, hookline.json or plugin file into entries and problems. One bad entry does not affect the rest (CONTRACT §3). */
import { usualAgent } from '../agents/list.ts'
import { defaultEnvironment } from '../agents/sources.ts'
import { describeSuggestion, nearest, suggestEvent } from '../agents/suggest.ts'
import { editions } from '../editions.ts'
import type { Entry, Settings } from '../flow.ts'
import type { Loaded } from '../ports.ts'
import { type EventName, eventNames, isEventName } from '../protocol/events/index.ts'
import { isSetting } from '../protocol/hooks-file.ts'
import { type FileDefaults, readEntry, readEnvironment, readFlag, readMode } from './entries/read-entry.ts'
import { eventsOfPacks, readPacks } from './entries/read-packs.ts'
import { brokenEntry, closedGates, closesGate } from './entry.ts'
import {
  type At,
  type Member,
  memberOf,
  type Node,
  type ObjectNode,
  parseJsonc,
  plain,
  repeatedMembers,
} from './jsonc.ts'
import { closeExcess, findExcess } from './limits.ts'
import { readSandbox } from './read-sandbox.ts'
import { readSettings } from './read-settings.ts'
import { describeNode } from './read-values.ts'
import { createReader, fileOf, isManaged, type Reader, type ReadOptions, type SourceInfo } from './reader.ts'

/** Reads the text of a file. */
export function readHooks(text: string, info: SourceInfo, reading: ReadOptions): Loaded {
  const reader = createReader(info, reading)
  const parsed = parseJsonc(text)
  if (parsed.kind === 'tree') return readDocument(parsed.node, reader)
  const { code, at, message, hint } = parsed.fault
  reader.report(code, at, message, hint)
  return unusableFile(reader, at, message)
}

/** Reads a whole document that is already parsed. */
export function readDocument(node: Node, reader: Reader): Loaded {
  if (node.kind !== 'object') {
    const fault = `the file is ${describeNode(node)}, not an object`
    reader.report('not-an-object', node.at, fault, 'Write {"version": 1, "hooks": {}}.')
    return unusableFile(reader, node.at, fault)
  }
  const excess = findExcess(node, nodesOf(node, 'hooks'), reader)
  if (excess !== undefined) return closeExcess(excess, eventsIn(node, reader), reader)
  for (const { key, keyAt } of repeatedMembers(node))
    reader.report(
      'duplicate-key',
      keyAt,
      `\`${key}\` occurs twice`,
      key === 'hooks' ? 'Merge them; both are used.' : 'Keep one; the last one is used.',
    )
  const rejection = readVersion(node, reader)
  const settings = readSettings(node, reader)
  const defaults = defaultsOf(node, reader)
  const parts = node.members.filter(({ key }) => key === 'hooks' || (key === 'packs' && reader.info.own))
  const stray = parts.some(({ key }) => key === 'hooks') ? undefined : checkMissingHooks(node, reader)
  const read = readParts(parts, reader, defaults)
  return toLoaded(rejection ?? stray ?? read.rejection, read.entries, reader, settings)
}

const nodesOf = (node: ObjectNode, key: string): readonly Node[] =>
  node.members.flatMap((member) => (member.key === key ? [member.value] : []))

/** The events that a document has hooks for, found without reading the hooks. */
const eventsIn = (node: ObjectNode, reader: Reader): readonly EventName[] => [
  ...nodesOf(node, 'hooks').flatMap(eventKeys),
  ...(reader.info.own ? nodesOf(node, 'packs').flatMap((packs) => eventsOfPacks(packs, reader)) : []),
]
const eventKeys = (node: Node): readonly EventName[] =>
  node.kind === 'object' ? node.members.map(({ key }) => key).filter(isEventName) : []

/** Reads only a map of events, as a plugin.json may contain it. */
export function readEventMap(node: Node, reader: Reader): Loaded {
  const excess = findExcess(node, [node], reader)
  if (excess !== undefined) return closeExcess(excess, eventKeys(node), reader)
  const read = readEvents(node, reader, { enabled: true, monitor: false, warm: false })
  return toLoaded(read.rejection, read.entries, reader, undefined)
}

/** Why the file is rejected: because of the edition's rules, or because it is invalid. */
interface Rejection {
  readonly why: 'edition' | 'invalid'
  readonly at: At
  readonly message: string
}
interface ReadPart {
  readonly entries: readonly Entry[]
  readonly rejection?: Rejection | undefined
}

function toLoaded(
  rejection: Rejection | undefined,
  entries: readonly Entry[],
  reader: Reader,
  settings: Settings | undefined,
): Loaded {
  const stop = rejection ?? strictRejection(reader)
  const own = settings === undefined ? {} : { settings }
  if (stop === undefined) return { entries, problems: reader.problems, ...own }
  if (isManaged(reader.info)) return { ...unusableFile(reader, stop.at, stop.message), ...own }
  const held = { why: stop.why, detail: `the file is rejected: ${stop.message}` }
  return { entries: entries.map((entry) => ({ ...entry, held })), problems: reader.problems, broken: true, ...own }
}

function strictRejection({ reading, problems }: Reader): Rejection | undefined {
  const first = reading.strict === true ? problems.find((problem) => problem.severity === 'error') : undefined
  return first === undefined
    ? undefined
    : { why: 'invalid', at: { line: first.line, column: first.column }, message: first.message }
}

/** The result for a file that cannot be used at all. A managed file closes every gate that it could configure (CONTRACT §4). */
export function unusableFile(reader: Reader, at: At, fault: string): Loaded {
  const { info, reading } = reader
  if (!isManaged(info)) return { entries: [], problems: reader.problems, broken: true }
  const gates = closedGates(reading.edition)
  reader.report(
    'managed-broken',
    at,
    `${fileOf(info)} cannot be used, so ${gates.length} gates deny`,
    'Fix the problem that is reported before this one.',
  )
  return {
    entries: gates.map((gate) => brokenEntry(gate, at, fault, info, reading)),
    problems: reader.problems,
    broken: true,
  }
}

function readVersion(node: ObjectNode, reader: Reader): Rejection | undefined {
  const { reading, info } = reader
  const member = memberOf(node, 'version')
  if (member === undefined) return missingVersion(node.at, reader)
  const value = plain(member.value)
  if (typeof value === 'number' && Number.isInteger(value) && value > 0) {
    if (value > 1)
      reader.report(
        'newer-version',
        member.value.at,
        `version ${value} does not exist; Hookline reads it as version 1`,
        'Write "version": 1.',
      )
    return undefined
  }
  const message = `\`version\` is ${describeNode(member.value)}; it must be a positive whole number`
  reader.report('bad-version', member.value.at, message, 'Write "version": 1.')
  return {
    why: 'invalid',
    at: member.value.at,
    message: `${message} (${fileOf(info)}, edition ${reading.edition.name})`,
  }
}

/** The editions that reject a file without `version`. The others read it as 1. */
const rejectingEditions = Object.values(editions)
  .flatMap((row) => (row.missingVersion === 'rejects' ? [row.name] : []))
  .toSorted()

/** Plugins need no `version`, and neither does hookline.json, which only Hookline reads. */
function missingVersion(at: At, { info, reading, report }: Reader): Rejection | undefined {
  const rule = info.source === 'plugin' || info.own ? 'one' : reading.edition.missingVersion
  if (rule === 'one') return undefined
  if (rule === 'one-with-warning') {
    report(
      'missing-version',
      at,
      '`version` is missing; Hookline reads the file as version 1',
      `Add "version": 1; ${usualAgent.title} ${rejectingEditions.join(' and ')} reject a file without it.`,
    )
    return undefined
  }
  const message = `\`version\` is missing, and edition ${reading.edition.name} rejects such a file`
  report('missing-version', at, message, 'Add "version": 1.', 'error')
  return { why: 'edition', at, message }
}

function defaultsOf(node: ObjectNode, reader: Reader): FileDefaults {
  if (!reader.info.own) return { enabled: true, monitor: false, warm: false }
  const checkedCopy = readFlag(memberOf(node, 'checkedCopy'), reader)
  return {
    enabled: readFlag(memberOf(node, 'enabled'), reader) ?? true,
    monitor: readMode(memberOf(node, 'mode'), reader) ?? false,
    warm: readFlag(memberOf(node, 'warm'), reader) ?? false,
    environment: readEnvironment(memberOf(node, 'environment'), reader) ?? defaultEnvironment(reader.info.source),
    sandbox: readSandbox(memberOf(node, 'sandbox'), reader),
    ...(checkedCopy === undefined ? {} : { checkedCopy }),
  }
}

/** A file without `hooks` has an error but is not broken. With a misspelled `hooks` or events at the top, hooks would be lost, so it is rejected. */
function checkMissingHooks(node: ObjectNode, reader: Reader): Rejection | undefined {
  const stray = node.members.find(({ key }) => isStray(key, reader))
  if (stray === undefined) {
    if (!reader.info.own && reader.info.source !== 'inline')
      reader.report('missing-hooks', node.at, '`hooks` is missing; it must be an object', 'Add "hooks": {}.')
    return undefined
  }
  const hint = isEventName(stray.key) ? 'Put the events into "hooks": { … }.' : 'Add "hooks": { … }.'
  const message = `the file has \`${stray.key}\` but no \`hooks\``
  reader.report('not-an-object', stray.keyAt, message, hint)
  return { why: 'invalid', at: stray.keyAt, message }
}
const isStray = (key: string, { info }: Reader): boolean =>
  !['version', '$schema', '__proto__'].includes(key) &&
  !(info.own && isSetting(key)) &&
  (isEventName(key) || suggestEvent(key)?.ours !== undefined || nearest(key, ['hooks']) !== undefined)

/** Reads the parts in the order of the file. */
function readParts(parts: readonly Member[], reader: Reader, defaults: FileDefaults): ReadPart {
  const read = parts.map((member): ReadPart => {
    if (member.key === 'packs') return { entries: readPacks(member, reader, defaults) }
    return readEvents(member.value, reader, defaults)
  })
  return {
    entries: read.flatMap((one) => one.entries),
    rejection: read.find((one) => one.rejection !== undefined)?.rejection,
  }
}

function readEvents(node: Node, reader: Reader, defaults: FileDefaults): ReadPart {
  if (node.kind !== 'object') {
    const message = `\`hooks\` is ${describeNode(node)}, not an object`
    reader.report('not-an-object', node.at, message, 'Write "hooks": { "<event>": [ … ] }.')
    return { entries: [], rejection: { why: 'invalid', at: node.at, message } }
  }
  for (const { key, keyAt } of repeatedMembers(node))
    if (isEventName(key))
      reader.report(
        'duplicate-event',
        keyAt,
        `${key} occurs twice; both lists are used`,
        'Merge the two lists: other readers use only the last one.',
      )
  const read = node.members.map((member) => readEvent(member, reader, defaults))
  return {
    entries: read.flatMap((one) => one.entries),
    rejection: read.find((one) => one.rejection !== undefined)?.rejection,
  }
}

function readEvent(member: Member, reader: Reader, defaults: FileDefaults): ReadPart {
  const { key, value } = member
  const known = isEventName(key)
  const unknown = known && reader.reading.edition.events.has(key) ? undefined : reportUnknownEvent(member, reader)
  if (!known) return unknown ?? { entries: [] }
  const entries = readList(value, key, reader, defaults)
  return { entries, rejection: unknown?.rejection }
}

function readList(node: Node, event: EventName, reader: Reader, defaults: FileDefaults): readonly Entry[] {
  if (node.kind === 'list') return node.items.map((item) => readEntry(item, event, reader, defaults))
  const { info, reading } = reader
  const fault = `${event} is ${describeNode(node)}, not a list of entries`
  reader.report('not-a-list', node.at, fault, `Write "${event}": [ … ].`)
  return isManaged(info) && closesGate(event, reading.edition)
    ? [brokenEntry(event, node.at, fault, info, reading)]
    : []
}

/** Reports an unknown event. In a managed file, it closes the gate that was probably meant. */
function reportUnknownEvent({ key, keyAt }: Member, reader: Reader): ReadPart {
  const { info, reading } = reader
  const inEdition = isEventName(key)
  const found = inEdition ? undefined : suggestEvent(key)
  const hasNoCounterpart = found?.agent !== undefined && found.ours === undefined
  const message = inEdition
    ? `edition ${reading.edition.name} has no event ${key}`
    : `there is no event "${key}", so its entries never run`
  const suggestion = describeSuggestion(key, found)
  const hint =
    suggestion !== '' ? suggestion : inEdition ? 'Later editions have it.' : `The events are ${eventNames.join(', ')}.`
  reader.report(hasNoCounterpart ? 'foreign-event' : 'unknown-event', keyAt, message, hint)
  const meant = found?.ours
  const entries =
    meant !== undefined && isManaged(info) && closesGate(meant, reading.edition)
      ? [brokenEntry(meant, keyAt, message, info, reading)]
      : []
  const rejection =
    reading.edition.unknownEvent === 'rejects-file' ? { why: 'edition' as const, at: keyAt, message } : undefined
  return { entries, rejection }
}
