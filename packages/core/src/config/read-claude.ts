/** A Claude Code settings file → entries in Claude's own dialect (CONTRACT §10). What has no counterpart is said, never dropped silently. */
import type { Entry, Settings } from '../flow.ts'
import type { Loaded } from '../ports.ts'
import { claudeEvents, claudeOnlyEvents } from '../protocol/claude.ts'
import { isEventName } from '../protocol/events/index.ts'
import { foreignEvents } from '../protocol/foreign.ts'
import { nearest } from '../protocol/suggest.ts'
import { makeEntry } from './entry.ts'
import { type Member, memberOf, type Node, type ObjectNode, parseJsonc, plain, repeated } from './jsonc.ts'
import {
  type ClaudeEvent,
  claudeDraft,
  readClaudeHook,
  readGroupMatcher,
  reportUnknownKey,
} from './read-claude-hook.ts'
import { unusable } from './read-hooks.ts'
import { shown } from './read-values.ts'
import { createReader, fileOf, type Place, type Reader, type Reading } from './reading.ts'

export function readClaude(text: string, place: Place, reading: Reading): Loaded {
  const reader = createReader(place, reading)
  const parsed = parseJsonc(text)
  if (parsed.kind === 'fault') {
    const { code, at, message, hint } = parsed.fault
    reader.report(code, at, message, hint)
    return unusable(reader, at, message)
  }
  if (parsed.node.kind !== 'object') {
    reader.report(
      'not-an-object',
      parsed.node.at,
      `the file is ${shown(parsed.node)}, not an object`,
      'Write { "hooks": {} }.',
    )
    return unusable(reader, parsed.node.at, 'not an object')
  }
  return readSettingsFile(parsed.node, reader)
}

/** Whether a map of events is written as Claude Code writes it: its names, and none of ours. */
export const isClaudeMap = (node: Node): boolean =>
  node.kind === 'object' &&
  !node.members.some(({ key }) => isEventName(key)) &&
  node.members.some(({ key }) => Object.hasOwn(claudeEvents, key) || claudeOnlyEvents.has(key))

/** The map of events alone, as a plugin holds it. */
export function readClaudeMap(node: Node, reader: Reader): Loaded {
  const entries = readEvents(node, reader)
  return { entries, problems: reader.problems }
}

function readSettingsFile(node: ObjectNode, reader: Reader): Loaded {
  const off = memberOf(node, 'disableAllHooks')
  const hooks = memberOf(node, 'hooks')
  const entries = hooks === undefined ? [] : readEvents(hooks.value, reader)
  const strict = reader.reading.strict === true && reader.problems.some((problem) => problem.severity === 'error')
  const held = { why: 'invalid', detail: 'the file is rejected: it has errors' } as const
  return {
    entries: strict ? entries.map((entry) => ({ ...entry, held })) : entries,
    problems: reader.problems,
    ...(strict ? { broken: true } : {}),
    ...(off === undefined || plain(off.value) !== true ? {} : { settings: switchedOff(reader.place) }),
  }
}

const switchedOff = (place: Place): Settings => ({
  source: place.source,
  file: fileOf(place),
  ...(place.root === undefined ? {} : { root: place.root }),
  values: { disableAllHooks: true },
})

function readEvents(node: Node, reader: Reader): readonly Entry[] {
  if (node.kind !== 'object') {
    reader.report(
      'not-an-object',
      node.at,
      `\`hooks\` is ${shown(node)}, not an object`,
      'Write "hooks": { "<event>": [ … ] }.',
    )
    return []
  }
  for (const { key, keyAt } of repeated(node))
    reader.report('duplicate-event', keyAt, `${key} is written twice; both lists count`, 'Merge them.')
  return node.members.flatMap((member) => readEvent(member, reader))
}

function readEvent(member: Member, reader: Reader): readonly Entry[] {
  const { key, value } = member
  const event = Object.hasOwn(claudeEvents, key) ? claudeEvents[key] : undefined
  if (event === undefined) {
    unknownEvent(member, reader)
    return []
  }
  if (value.kind === 'list')
    return value.items.flatMap((group) => readGroup(group, { ours: event, theirs: key }, reader))
  reader.report('not-a-list', value.at, `${key} is ${shown(value)}, not a list`, `Write "${key}": [ … ].`)
  return []
}

function unknownEvent({ key, keyAt }: Member, reader: Reader): void {
  const theirs = foreignEvents.get(key)?.agent === 'Claude Code'
  const near = theirs ? undefined : nearest(key, Object.keys(claudeEvents))
  if (isEventName(key) && near?.toLowerCase() !== key.toLowerCase())
    reader.report(
      'foreign-event',
      keyAt,
      `${key} is an event of hooks.json; its entries never run from here`,
      'Move them to .cursor/hooks.json.',
    )
  else if (near !== undefined)
    reader.report(
      'unknown-event',
      keyAt,
      `there is no event "${key}"; its entries never run`,
      `did you mean "${near}"?`,
    )
  else
    reader.report(
      'foreign-event',
      keyAt,
      `${key} of Claude Code has no counterpart; its entries are left out`,
      'Nothing to do.',
      'note',
    )
}

function readGroup(group: Node, event: ClaudeEvent, reader: Reader): readonly Entry[] {
  const hooks = group.kind === 'object' ? memberOf(group, 'hooks') : undefined
  if (group.kind !== 'object' || hooks === undefined) {
    const flat = group.kind === 'object' && memberOf(group, 'command') !== undefined
    const fault = flat
      ? 'this is an entry as in hooks.json; a Claude Code file nests it'
      : 'a group must be an object with `hooks`'
    reader.report(
      'not-an-entry',
      group.at,
      fault,
      `Write "${event.theirs}": [{ "hooks": [{ "type": "command", "command": "…" }] }].`,
    )
    return [makeEntry({ ...claudeDraft(event, group, plain(group)), fault }, reader)]
  }
  if (hooks.value.kind !== 'list') {
    reader.report(
      'not-a-list',
      hooks.value.at,
      `\`hooks\` is ${shown(hooks.value)}, not a list`,
      'Write "hooks": [ … ].',
    )
    return []
  }
  for (const { key, keyAt } of group.members)
    if (!['matcher', 'hooks', 'description'].includes(key)) reportUnknownKey(key, keyAt, reader)
  const matcher = readGroupMatcher(memberOf(group, 'matcher'), event, reader)
  return hooks.value.items.map((hook) => readClaudeHook(hook, event, matcher, reader))
}
