/** A Claude Code settings file → entries in Claude's own dialect (CONTRACT §10). What has no counterpart is said, never dropped silently. */
import type { Entry, Settings } from '../flow.ts'
import type { Loaded } from '../ports.ts'
import { claudeEvents } from '../protocol/claude.ts'
import { type EventName, eventRows, isEventName } from '../protocol/events/index.ts'
import { foreignEvents } from '../protocol/foreign.ts'
import { nearest } from '../protocol/suggest.ts'
import { type Draft, makeEntry } from './entry.ts'
import { type Member, memberOf, type Node, type ObjectNode, parseJsonc, plain, repeated } from './jsonc.ts'
import { unusable } from './read-hooks.ts'
import { readMatcher, readTimeout, shown } from './read-values.ts'
import { createReader, fileOf, type Place, type Reader, type Reading } from './reading.ts'
import { checkScript } from './scripts.ts'

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
  if (value.kind === 'list') return value.items.flatMap((group) => readGroup(group, event, key, reader))
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

function readGroup(group: Node, event: EventName, theirs: string, reader: Reader): readonly Entry[] {
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
      `Write "${theirs}": [{ "hooks": [{ "type": "command", "command": "…" }] }].`,
    )
    return [makeEntry({ ...base(event, group, plain(group)), fault }, reader)]
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
    if (!['matcher', 'hooks', 'description'].includes(key)) unknownKey(key, keyAt, reader)
  const matcher = readGroupMatcher(memberOf(group, 'matcher'), event, reader)
  return hooks.value.items.map((hook) => readHook(hook, event, matcher, reader))
}

type GroupMatcher = { readonly matcher?: string; readonly fault?: string }

/** Claude's rule: a list of exact words, else an expression. */
function readGroupMatcher(member: Member | undefined, event: EventName, reader: Reader): GroupMatcher {
  if (member === undefined) return {}
  const found = readMatcher(member, (matcher) => matcher !== '*' && !/^[\w\-,| ]*$/.test(matcher), reader)
  if ('fault' in found || eventRows[event].subject !== null) return found
  if (found.matcher !== '' && found.matcher !== '*')
    reader.report(
      'matcher-ignored',
      member.keyAt,
      `${event} has nothing to match; the hook always runs`,
      'Nothing to do.',
    )
  return found
}

const base = (event: EventName, node: Node, written: unknown) => ({
  event,
  at: node.at,
  written,
  dialect: 'claude',
  loopLimit: null,
})

function readHook(node: Node, event: EventName, group: GroupMatcher, reader: Reader): Entry {
  const raw = plain(node)
  const written =
    node.kind === 'object' && group.matcher !== undefined ? { ...(raw as object), matcher: group.matcher } : raw
  const draft = { ...base(event, node, written), ...group }
  if (node.kind !== 'object') {
    const fault = `a hook must be an object, not ${shown(node)}`
    reader.report('not-an-entry', node.at, fault, 'Write { "type": "command", "command": "…" }.')
    return makeEntry({ ...draft, fault }, reader)
  }
  const double = repeated(node)[0]
  if (double !== undefined) {
    const fault = `\`${double.key}\` is written twice in one entry`
    reader.report('duplicate-key', double.keyAt, fault, 'Keep one of them; the entry is not used.')
    return makeEntry({ ...draft, fault }, reader)
  }
  const read = { ...readHandler(node, reader), ...(group.fault === undefined ? {} : { fault: group.fault }) }
  const entry = makeEntry({ ...draft, ...read, extra: extraOf(node) }, reader)
  if (entry.held === undefined) checkScript(entry, memberOf(node, 'command')?.value.at ?? node.at, reader)
  return entry
}

const known = ['type', 'command', 'prompt', 'model', 'timeout', 'onFailure', 'statusMessage', 'description', 'once']
const otherTypes = ['http', 'mcp_tool', 'agent']

function readHandler(node: ObjectNode, reader: Reader): Partial<Draft> {
  const timeout = memberOf(node, 'timeout')
  const timeoutMs = timeout === undefined ? undefined : readTimeout(timeout, 'seconds', reader)
  const failClosed = readOnFailure(memberOf(node, 'onFailure'), reader)
  const action = readAction(node, reader)
  const fault = action.fault ?? checkKeys(node, reader)
  return {
    ...action,
    ...(timeoutMs === undefined ? {} : { timeoutMs }),
    ...(failClosed === undefined ? {} : { failClosed }),
    ...(fault === undefined ? {} : { fault }),
  }
}

/** Claude Code's name for `failClosed`. Editions that do not read `failClosed` do not read it either. */
function readOnFailure(member: Member | undefined, reader: Reader): boolean | undefined {
  const { entryKeys } = reader.reading.edition
  if (member === undefined || (entryKeys !== 'all' && !entryKeys.has('failClosed'))) return undefined
  const value = plain(member.value)
  if (value === 'block' || value === 'continue') return value === 'block'
  reader.report(
    'bad-fail-closed',
    member.value.at,
    `\`onFailure\` is ${shown(member.value)}; "block" is used`,
    'Write "block" or "continue".',
  )
  return true
}

function readAction(node: ObjectNode, reader: Reader): Partial<Draft> {
  const given = memberOf(node, 'type')
  const type = given === undefined ? 'command' : plain(given.value)
  if (given !== undefined && type !== 'command' && type !== 'prompt') {
    const fault = `hooks of type ${JSON.stringify(type)} are not run`
    const known = typeof type === 'string' && otherTypes.includes(type)
    reader.report(
      'unknown-type',
      given.value.at,
      fault,
      known ? 'Claude Code runs it; for other agents use a command.' : 'Write "command" or "prompt".',
      known ? 'warning' : 'error',
    )
    return { fault }
  }
  const key = type === 'prompt' ? 'prompt' : 'command'
  const member = memberOf(node, key)
  const value = member === undefined ? undefined : plain(member.value)
  if (typeof value === 'string' && value.trim() !== '') return { type: key, [key]: value, ...modelOf(node) }
  const wrong = member !== undefined && typeof value !== 'string'
  const fault = wrong ? `\`${key}\` is ${shown(member.value)}; it must be text` : `there is no \`${key}\``
  reader.report(wrong ? 'wrong-type' : `missing-${key}`, member?.value.at ?? node.at, fault, `Add "${key}": "…".`)
  return { type: key, fault }
}

function modelOf(node: ObjectNode): { readonly model?: string } {
  const member = memberOf(node, 'model')
  const model = member === undefined ? undefined : plain(member.value)
  return typeof model === 'string' ? { model } : {}
}

/** Keys that change what a hook does in Claude Code and cannot here. `args` alone makes it unusable: without them it is another command. */
function checkKeys(node: ObjectNode, reader: Reader): string | undefined {
  let fault: string | undefined
  for (const { key, keyAt, value } of node.members) {
    if (known.includes(key)) continue
    const said = lost[key]
    if (said === undefined) unknownKey(key, keyAt, reader)
    else if (plain(value) !== false)
      reader.report('foreign-key', keyAt, said[0], said[1], key === 'args' ? 'error' : 'warning')
    if (key === 'args') fault = said?.[0]
  }
  return fault
}

const lost: Readonly<Record<string, readonly [message: string, hint: string]>> = {
  args: ['`args` (a command without a shell) is not read', 'Write the whole command line in `command`.'],
  async: ['`async` has no effect: the hook is waited for', 'Let the script start its work in the background.'],
  asyncRewake: [
    '`asyncRewake` has no effect: the hook is waited for',
    'Let the script start its work in the background.',
  ],
  if: ['`if` is not read: the hook runs for every call that its matcher lets through', 'Test the input in the script.'],
  shell: ['`shell` is not read', 'Name the shell in `command`.'],
}

function unknownKey(key: string, at: Node['at'], reader: Reader): void {
  reader.report(
    'unknown-key',
    at,
    `\`${key}\` is not a key Hookline knows in a Claude Code file`,
    'It is kept, without effect.',
  )
}

const extraOf = (node: ObjectNode): Readonly<Record<string, unknown>> =>
  Object.fromEntries(
    node.members
      .filter(({ key }) => !['type', 'command', 'prompt', 'model', 'timeout', 'onFailure', '__proto__'].includes(key))
      .map(({ key, value }) => [key, plain(value)]),
  )
