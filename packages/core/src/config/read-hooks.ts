/** A hooks.json, hookline.json or plugin file → entries and problems. One bad entry never costs the rest (CONTRACT §3). */
import { usualAgent } from '../agents/list.ts'
import { describeSuggestion, nearest, suggestEvent } from '../agents/suggest.ts'
import { editions } from '../editions.ts'
import type { Entry, Settings } from '../flow.ts'
import type { Loaded } from '../ports.ts'
import { type EventName, eventNames, isEventName } from '../protocol/events/index.ts'
import { isSetting } from '../protocol/hooks-file.ts'
import { brokenEntry, closedGates, closesGate } from './entry.ts'
import { type At, type Member, memberOf, type Node, type ObjectNode, parseJsonc, plain, repeatedMembers } from './jsonc.ts'
import { type FileDefaults, readEntry, readFlag, readMode } from './read-entry.ts'
import { readPacks } from './read-packs.ts'
import { readSettings } from './read-settings.ts'
import { describeNode } from './read-values.ts'
import { createReader, fileOf, isManaged, type SourceInfo, type Reader, type ReadOptions } from './reader.ts'

/** The text of a file. */
export function readHooks(text: string, place: SourceInfo, reading: ReadOptions): Loaded {
  const reader = createReader(place, reading)
  const parsed = parseJsonc(text)
  if (parsed.kind === 'tree') return readDocument(parsed.node, reader)
  const { code, at, message, hint } = parsed.fault
  reader.report(code, at, message, hint)
  return unusableFile(reader, at, message)
}

/** The whole of a document that is already a tree. */
export function readDocument(node: Node, reader: Reader): Loaded {
  if (node.kind !== 'object') {
    const fault = `the file is ${describeNode(node)}, not an object`
    reader.report('not-an-object', node.at, fault, 'Write {"version": 1, "hooks": {}}.')
    return unusableFile(reader, node.at, fault)
  }
  for (const { key, keyAt } of repeatedMembers(node))
    reader.report(
      'duplicate-key',
      keyAt,
      `\`${key}\` is written twice`,
      key === 'hooks' ? 'Merge them; both count.' : 'Keep one; the last counts.',
    )
  const refused = readVersion(node, reader)
  const settings = readSettings(node, reader)
  const defaults = defaultsOf(node, reader)
  const parts = node.members.filter(({ key }) => key === 'hooks' || (key === 'packs' && reader.place.own))
  const stray = parts.some(({ key }) => key === 'hooks') ? undefined : checkMissingHooks(node, reader)
  const read = readParts(parts, reader, defaults)
  return toLoaded(refused ?? stray ?? read.refused, read.entries, reader, settings)
}

/** The map of events alone, as a plugin.json may hold it. */
export function readEventMap(node: Node, reader: Reader): Loaded {
  const read = readEvents(node, reader, { enabled: true, monitor: false })
  return toLoaded(read.refused, read.entries, reader, undefined)
}

/** Why the file does not load: by the edition's rules, or because it is wrong. */
interface Rejection {
  readonly why: 'edition' | 'invalid'
  readonly at: At
  readonly message: string
}
interface ReadPart {
  readonly entries: readonly Entry[]
  readonly refused?: Rejection | undefined
}

function toLoaded(
  refused: Rejection | undefined,
  entries: readonly Entry[],
  reader: Reader,
  settings: Settings | undefined,
): Loaded {
  const stop = refused ?? strictRejection(reader)
  const own = settings === undefined ? {} : { settings }
  if (stop === undefined) return { entries, problems: reader.problems, ...own }
  if (isManaged(reader.place)) return { ...unusableFile(reader, stop.at, stop.message), ...own }
  const held = { why: stop.why, detail: `the file is rejected: ${stop.message}` }
  return { entries: entries.map((entry) => ({ ...entry, held })), problems: reader.problems, broken: true, ...own }
}

function strictRejection({ reading, problems }: Reader): Rejection | undefined {
  const first = reading.strict === true ? problems.find((problem) => problem.severity === 'error') : undefined
  return first === undefined
    ? undefined
    : { why: 'invalid', at: { line: first.line, column: first.column }, message: first.message }
}

/** A file that cannot be used at all. A managed one closes every gate it could hold (CONTRACT §4). */
export function unusableFile(reader: Reader, at: At, fault: string): Loaded {
  const { place, reading } = reader
  if (!isManaged(place)) return { entries: [], problems: reader.problems, broken: true }
  const gates = closedGates(reading.edition)
  reader.report(
    'managed-broken',
    at,
    `${fileOf(place)} cannot be used: ${gates.length} gates refuse`,
    'Mend the file; the problem before this one says where.',
  )
  return {
    entries: gates.map((gate) => brokenEntry(gate, at, fault, place, reading)),
    problems: reader.problems,
    broken: true,
  }
}

function readVersion(node: ObjectNode, reader: Reader): Rejection | undefined {
  const { reading, place } = reader
  const member = memberOf(node, 'version')
  if (member === undefined) return missingVersion(node.at, reader)
  const value = plain(member.value)
  if (typeof value === 'number' && Number.isInteger(value) && value > 0) {
    if (value > 1)
      reader.report('newer-version', member.value.at, `version ${value} is read as version 1`, 'Write "version": 1.')
    return undefined
  }
  const message = `\`version\` is ${describeNode(member.value)}; it must be a positive whole number`
  reader.report('bad-version', member.value.at, message, 'Write "version": 1.')
  return {
    why: 'invalid',
    at: member.value.at,
    message: `${message} (${fileOf(place)}, edition ${reading.edition.name})`,
  }
}

/** Versions that do not load a file without `version`; the others read it as 1. */
const rejectingEditions = Object.values(editions)
  .flatMap((row) => (row.missingVersion === 'rejects' ? [row.name] : []))
  .toSorted()

/** Plugins may leave it out, and hookline.json is ours to read. */
function missingVersion(at: At, { place, reading, report }: Reader): Rejection | undefined {
  const rule = place.source === 'plugin' || place.own ? 'one' : reading.edition.missingVersion
  if (rule === 'one') return undefined
  if (rule === 'one-with-warning') {
    report(
      'missing-version',
      at,
      'there is no `version`; it is read as 1',
      `Add "version": 1; ${usualAgent.title} ${rejectingEditions.join(' and ')} reject a file without it.`,
    )
    return undefined
  }
  const message = `there is no \`version\`, and edition ${reading.edition.name} rejects such a file`
  report('missing-version', at, message, 'Add "version": 1.', 'error')
  return { why: 'edition', at, message }
}

function defaultsOf(node: ObjectNode, reader: Reader): FileDefaults {
  if (!reader.place.own) return { enabled: true, monitor: false }
  return {
    enabled: readFlag(memberOf(node, 'enabled'), reader) ?? true,
    monitor: readMode(memberOf(node, 'mode'), reader) ?? false,
  }
}

/** A file without `hooks` is an error, and not broken; a misspelt `hooks`, or events beside it, are hooks that would be lost. */
function checkMissingHooks(node: ObjectNode, reader: Reader): Rejection | undefined {
  const stray = node.members.find(({ key }) => isStray(key, reader))
  if (stray === undefined) {
    if (!reader.place.own && reader.place.source !== 'inline')
      reader.report('missing-hooks', node.at, 'there is no `hooks`; it must be an object', 'Add "hooks": {}.')
    return undefined
  }
  const hint = isEventName(stray.key) ? 'Put the events into "hooks": { … }.' : 'Add "hooks": { … }.'
  const message = `there is no \`hooks\`, but \`${stray.key}\``
  reader.report('not-an-object', stray.keyAt, message, hint)
  return { why: 'invalid', at: stray.keyAt, message }
}
const isStray = (key: string, { place }: Reader): boolean =>
  !['version', '$schema', '__proto__'].includes(key) &&
  (isEventName(key) || suggestEvent(key)?.ours !== undefined || nearest(key, ['hooks']) !== undefined) &&
  !(place.own && isSetting(key))

/** In the order of the file. */
function readParts(parts: readonly Member[], reader: Reader, defaults: FileDefaults): ReadPart {
  const read = parts.map((member): ReadPart => {
    if (member.key === 'packs') return { entries: readPacks(member, reader, defaults) }
    return readEvents(member.value, reader, defaults)
  })
  return {
    entries: read.flatMap((one) => one.entries),
    refused: read.find((one) => one.refused !== undefined)?.refused,
  }
}

function readEvents(node: Node, reader: Reader, defaults: FileDefaults): ReadPart {
  if (node.kind !== 'object') {
    const message = `\`hooks\` is ${describeNode(node)}, not an object`
    reader.report('not-an-object', node.at, message, 'Write "hooks": { "<event>": [ … ] }.')
    return { entries: [], refused: { why: 'invalid', at: node.at, message } }
  }
  for (const { key, keyAt } of repeatedMembers(node))
    if (isEventName(key))
      reader.report(
        'duplicate-event',
        keyAt,
        `${key} is written twice; both lists count`,
        'Merge them: other readers keep the last only.',
      )
  const read = node.members.map((member) => readEvent(member, reader, defaults))
  return {
    entries: read.flatMap((one) => one.entries),
    refused: read.find((one) => one.refused !== undefined)?.refused,
  }
}

function readEvent(member: Member, reader: Reader, defaults: FileDefaults): ReadPart {
  const { key, value } = member
  const known = isEventName(key)
  const unknown = known && reader.reading.edition.events.has(key) ? undefined : reportUnknownEvent(member, reader)
  if (!known) return unknown ?? { entries: [] }
  const entries = readList(value, key, reader, defaults)
  return { entries, refused: unknown?.refused }
}

function readList(node: Node, event: EventName, reader: Reader, defaults: FileDefaults): readonly Entry[] {
  if (node.kind === 'list') return node.items.map((item) => readEntry(item, event, reader, defaults))
  const { place, reading } = reader
  const fault = `${event} is ${describeNode(node)}, not a list of entries`
  reader.report('not-a-list', node.at, fault, `Write "${event}": [ … ].`)
  return isManaged(place) && closesGate(event, reading.edition)
    ? [brokenEntry(event, node.at, fault, place, reading)]
    : []
}

/** An event that does not exist here; in a managed file it closes the gate that was probably meant. */
function reportUnknownEvent({ key, keyAt }: Member, reader: Reader): ReadPart {
  const { place, reading } = reader
  const inEdition = isEventName(key)
  const found = inEdition ? undefined : suggestEvent(key)
  const homeless = found?.agent !== undefined && found.ours === undefined
  const message = inEdition
    ? `edition ${reading.edition.name} has no event ${key}`
    : `there is no event "${key}"; its entries never run`
  const words = describeSuggestion(key, found)
  const hint =
    words !== '' ? words : inEdition ? 'It is there in later editions.' : `The events are ${eventNames.join(', ')}.`
  reader.report(homeless ? 'foreign-event' : 'unknown-event', keyAt, message, hint)
  const meant = found?.ours
  const entries =
    meant !== undefined && isManaged(place) && closesGate(meant, reading.edition)
      ? [brokenEntry(meant, keyAt, message, place, reading)]
      : []
  const refused =
    reading.edition.unknownEvent === 'rejects-file' ? { why: 'edition' as const, at: keyAt, message } : undefined
  return { entries, refused }
}
