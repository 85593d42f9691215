/** Reads one hook of a settings file with groups, and reports everything that works in the agent but not in Hookline (CONTRACT §10). */

import type { Agent, AgentKey, GroupFormat } from '../../agents/agent.ts'
import { hostEventOf } from '../../agents/event-names.ts'
import { describeSuggestion, suggest } from '../../agents/suggest.ts'
import { gateOf } from '../../editions.ts'
import { type Entry, namedShells } from '../../flow.ts'
import { type EventName, eventRows } from '../../protocol/events/index.ts'
import type { JsonObject } from '../../schema.ts'
import { reportPayloadAsCode } from '../check-command.ts'
import { type Draft, makeEntry } from '../entry.ts'
import { checkScript } from '../files/scripts.ts'
import { type Member, memberOf, type Node, type ObjectNode, plain, repeatedMembers } from '../jsonc.ts'
import { describeNode, readArguments, readMatcher, readTimeout } from '../read-values.ts'
import { type Reader, severityOfUnknown } from '../reader.ts'
import { readHttp } from './read-http.ts'
import { usualVerify } from './read-verify.ts'

/** An agent whose settings have groups of hooks. */
export type GroupAgent = Agent & { readonly format: GroupFormat; readonly events: NonNullable<Agent['events']> }

/** The event of a hook: Hookline's name, and the agent's. */
export interface GroupEvent {
  readonly agent: GroupAgent
  readonly ours: EventName
  readonly theirs: string
}

export type GroupMatcher = { readonly matcher?: string; readonly fault?: string }

/** Reads a matcher, which is a list of literal names or a regular expression. */
export function readGroupMatcher(
  member: Member | undefined,
  { theirs, agent }: GroupEvent,
  reader: Reader,
): GroupMatcher {
  if (member === undefined) return {}
  const found = readMatcher(member, (matcher) => matcher !== '*' && !/^[\w\-,| ]*$/.test(matcher), reader)
  if ('fault' in found || Object.hasOwn(agent.format.matched ?? { [theirs]: '' }, theirs)) return found
  if (found.matcher !== '' && found.matcher !== '*')
    reader.report(
      'matcher-ignored',
      member.keyAt,
      `${theirs} has nothing to match, so the hook always runs`,
      'Remove `matcher`.',
    )
  return found
}

/** The fields that all entries of these files have in common. */
export const groupDraft = ({ agent, ours, theirs }: GroupEvent, node: Node, written: unknown): Draft => ({
  event: ours,
  ...hostEventOf(agent.events, theirs),
  ...(Object.hasOwn(agent.format.fileEvents ?? {}, theirs) ? { fileEvent: theirs } : {}),
  at: node.at,
  written,
  dialect: agent.name,
  loopLimit: null,
  ...(agent.format.observes?.has(theirs) === true ? { observes: true } : {}),
})

export function readGroupHook(node: Node, event: GroupEvent, group: GroupMatcher, reader: Reader): Entry {
  const raw = plain(node)
  // `plain` turns an object node into an object.
  const written =
    node.kind === 'object' && group.matcher !== undefined ? { ...(raw as object), matcher: group.matcher } : raw
  const draft: Draft = { ...groupDraft(event, node, written), ...group }
  if (node.kind !== 'object') {
    const fault = `a hook must be an object, not ${describeNode(node)}`
    reader.report('not-an-entry', node.at, fault, 'Write { "type": "command", "command": "…" }.')
    return makeEntry({ ...draft, fault }, reader)
  }
  const double = repeatedMembers(node)[0]
  if (double !== undefined) {
    const fault = `\`${double.key}\` occurs twice in one entry`
    reader.report('duplicate-key', double.keyAt, fault, 'Keep one of them; until then the entry does not run.')
    return makeEntry({ ...draft, fault }, reader)
  }
  const read = { ...readHandler(node, event, reader), ...(group.fault === undefined ? {} : { fault: group.fault }) }
  const at = memberOf(node, 'command')?.value.at ?? node.at
  const entry = makeEntry({ ...draft, commandAt: at, ...read, extra: extraOf(node) }, reader)
  reportPayloadAsCode(entry, at, reader.report)
  if (entry.held === undefined) checkScript(entry, at, reader)
  return entry
}

function readHandler(node: ObjectNode, event: GroupEvent, reader: Reader): Partial<Draft> {
  const { furtherKeys } = event.agent.format
  const timeout = memberOf(node, 'timeout') ?? (furtherKeys && memberOf(node, furtherKeys.seconds))
  const type = memberOf(node, 'type')
  const isCommand = type === undefined || plain(type.value) === 'command'
  const timeoutMs =
    timeout && readTimeout(timeout, isCommand ? unitOf(plain(timeout.value), event.agent.format) : 'seconds', reader)
  checkKeys(node, event.agent, reader)
  return {
    ...(timeoutMs === undefined ? {} : { timeoutMs }),
    ...readOnFailure(memberOf(node, 'onFailure'), reader),
    ...readCondition(memberOf(node, 'if'), event, reader),
    ...readBackground(node, event, reader),
    ...readAction(node, event.agent, reader),
  }
}

function unitOf(timeout: unknown, { timeoutUnit, secondsBelow = 0 }: GroupFormat): 'seconds' | 'milliseconds' {
  return typeof timeout === 'number' && timeout < secondsBelow ? 'seconds' : (timeoutUnit ?? 'seconds')
}

function readAction(node: ObjectNode, { title, format }: GroupAgent, reader: Reader): Partial<Draft> {
  const given = memberOf(node, 'type')
  const type = given === undefined ? 'command' : plain(given.value)
  if (type === 'http' && format.http === true)
    return readHttp(
      {
        url: memberOf(node, 'url'),
        headers: memberOf(node, 'headers'),
        variables: memberOf(node, 'allowedEnvVars'),
        reach: 'loopback',
      },
      reader,
      node.at,
    )
  const other = format.otherTypes?.find((one) => one === type)
  if (given !== undefined && other !== undefined) {
    const message = `Hookline cannot run hooks of type "${other}"`
    reader.report('no-runner', given.value.at, message, `${title} runs it. For other agents, write a command hook.`)
    return { type: other, unrunnable: { code: 'no-runner', message } }
  }
  const isVerifier = type === format.verifierType
  // In some formats, such a hook is text for the agent itself.
  const isPrompt = type === 'prompt' && format.prompts === true
  if (given !== undefined && type !== 'command' && !isPrompt && !isVerifier) {
    const fault = `\`type\` is ${describeNode(given.value)}`
    const known = format.prompts === true ? '"command" or "prompt"' : '"command"'
    reader.report('unknown-type', given.value.at, fault, `Write ${known}.`)
    return { fault }
  }
  const key = type === 'command' ? 'command' : 'prompt'
  const member = (type === 'command' ? shellMember(node, format, reader) : undefined) ?? memberOf(node, key)
  const value = member === undefined ? undefined : plain(member.value)
  if (typeof value === 'string' && value.trim() !== '')
    return {
      type: key,
      [key]: value,
      ...(key === 'command'
        ? { ...readArguments(memberOf(node, 'args'), reader), ...readNamedShell(memberOf(node, 'shell'), reader) }
        : { ...readModel(node), ...(isVerifier ? { verify: usualVerify } : {}) }),
    }
  const wrong = member !== undefined && typeof value !== 'string'
  const fault = wrong ? `\`${key}\` is ${describeNode(member.value)}; it must be a string` : `\`${key}\` is missing`
  reader.report(wrong ? 'wrong-type' : `missing-${key}`, member?.value.at ?? node.at, fault, `Add "${key}": "…".`)
  return { type: key, fault }
}

/** The command under the key for the shell of this system, in formats that have one for each: it goes before `command`. */
const shellMember = (node: ObjectNode, { furtherKeys }: GroupFormat, reader: Reader): Member | undefined =>
  furtherKeys && memberOf(node, shellKey(furtherKeys, reader))
const shellKey = (keys: NonNullable<GroupFormat['furtherKeys']>, { reading }: Reader): string =>
  reading.system === 'win32' ? keys.windows : keys.posix

/** Reads `shell`. If one hook names an unknown shell, the agent runs no hook of the file. */
function readNamedShell(member: Member | undefined, reader: Reader): Partial<Draft> {
  if (member === undefined) return {}
  const value = plain(member.value)
  const shell = namedShells.find((one) => one === value)
  if (shell !== undefined) return { shell }
  const fault = `\`shell\` is ${describeNode(member.value)}; it must be "bash" or "powershell"`
  reader.report(
    'wrong-type',
    member.value.at,
    fault,
    'To use another shell, write it in `command`, as in "zsh ./guard.sh".',
  )
  return { fault }
}

function readModel(node: ObjectNode): { readonly model?: string } {
  const member = memberOf(node, 'model')
  const model = member === undefined ? undefined : plain(member.value)
  return typeof model === 'string' ? { model } : {}
}

/** Reads `onFailure`, the name of `failClosed` in these files. Editions that do not read `failClosed` ignore it too. */
function readOnFailure(member: Member | undefined, reader: Reader): Partial<Draft> {
  const { entryKeys } = reader.reading.edition
  if (member === undefined || (entryKeys !== 'all' && !entryKeys.has('failClosed'))) return {}
  const value = plain(member.value)
  if (value === 'block' || value === 'continue') return { failClosed: value === 'block' }
  reader.report(
    'bad-fail-closed',
    member.value.at,
    `\`onFailure\` is ${describeNode(member.value)}; "block" is used`,
    'Write "block" or "continue".',
  )
  return { failClosed: true }
}

/** Reads `if`. At an event without a tool, or with a rule that no call matches, the agent never runs the hook. */
function readCondition(member: Member | undefined, { theirs, agent }: GroupEvent, reader: Reader): Partial<Draft> {
  if (member === undefined || agent.format.whyNeverMatches === undefined) return {}
  const value = plain(member.value)
  if (typeof value !== 'string') {
    const fault = `\`if\` is ${describeNode(member.value)}; it must be a permission rule`
    reader.report('wrong-type', member.value.at, fault, 'Write "if": "Bash(git *)".')
    return { fault }
  }
  // An agent runs a hook with an empty rule at every event.
  if (value === '') return {}
  if (agent.format.toolEvents?.has(theirs) !== true) {
    const detail = `\`if\` applies to tool events only, so at ${theirs} the hook never runs`
    reader.report('never-runs', member.keyAt, detail, 'Remove `if`.')
    return { held: { why: 'matcher', detail } }
  }
  const never = agent.format.whyNeverMatches(value)
  // The rule is kept: a command that the agent cannot parse matches every pattern of a tool.
  if (never !== undefined)
    reader.report(
      'never-runs',
      member.keyAt,
      `no ordinary call matches \`if\` ${JSON.stringify(value)}: ${never}, so the hook never runs`,
      'Write one rule, such as "if": "Bash(git *)".',
    )
  return { condition: value }
}

/** A background hook decides nothing in the agent, so it decides nothing in Hookline. An agent without them ignores the key. */
function readBackground(node: ObjectNode, { ours, theirs, agent }: GroupEvent, reader: Reader): Partial<Draft> {
  if (agent.format.background !== true) return {}
  const given = backgroundKeys.flatMap((key) => memberOf(node, key) ?? [])
  for (const { key, value } of given)
    if (typeof plain(value) !== 'boolean')
      reader.report('wrong-type', value.at, `\`${key}\` is ${describeNode(value)}`, 'Write true or false.')
  const set = given.filter((one) => plain(one.value) === true)
  const [member] = set
  if (member === undefined) return {}
  if (gateOf(reader.reading.edition, ours, eventRows[ours].gate).kind !== 'none')
    reader.report(
      'async-gate',
      member.keyAt,
      `with \`${member.key}\` the hook runs in the background, so it decides nothing at ${theirs}`,
      `If it is a guard, remove \`${member.key}\`.`,
      'warning',
    )
  const rewakes = set.find(({ key }) => key === 'asyncRewake')
  if (rewakes === undefined) return { observes: true, async: true }
  reader.report(
    'cannot-rewake',
    rewakes.keyAt,
    `only ${agent.title} itself wakes the model when the hook exits with 2`,
    'Other agents run it in the background, and Hookline records its exit code.',
  )
  return { observes: true, async: true, rewakes: true }
}

const backgroundKeys = ['async', 'asyncRewake']
const knownKeys = [
  ...['type', 'command', 'args', 'shell', 'prompt', 'model', 'timeout', 'if', 'onFailure'],
  ...['statusMessage', 'description', ...backgroundKeys],
]
/** Keys of the types that Hookline cannot run. Only the type is reported, not each key. */
const otherTypeKeys = ['url', 'headers', 'allowedEnvVars', 'server', 'tool', 'input', 'continueOnBlock']

function checkKeys(node: ObjectNode, agent: GroupAgent, reader: Reader): void {
  const { furtherKeys, flat, background, whyNeverMatches } = agent.format
  const lacked = [...(whyNeverMatches === undefined ? ['if'] : []), ...(background === true ? [] : backgroundKeys)]
  const known = knownKeys.filter((key) => !lacked.includes(key))
  const further: readonly string[] = [
    ...(flat === true ? ['matcher'] : []),
    ...(furtherKeys === undefined ? [] : [shellKey(furtherKeys, reader), furtherKeys.seconds]),
  ]
  for (const { key, keyAt, value } of node.members) {
    if (further.includes(key)) continue
    if (known.includes(key) || otherTypeKeys.includes(key)) continue
    const lost = withoutEffect[key]
    if (lost === undefined) reportUnknownKey(key, keyAt, known, agent, reader)
    else if (plain(value) !== false) reader.report('foreign-key', keyAt, ...lost(agent))
  }
}

type Lost = (agent: Agent) => readonly [message: string, hint: string, severity: 'note' | 'warning']
const withoutEffect: Readonly<Record<string, Lost>> = {
  once: ({ title }) => [
    `${title} reads \`once\` in skills only; in this file, the hook runs every time`,
    'Remove `once`.',
    'note',
  ],
}

export function reportUnknownKey(
  key: string,
  at: Node['at'],
  known: readonly string[],
  agent: Agent,
  reader: Reader,
): void {
  const { keys = {} } = agent
  const row = Object.hasOwn(keys, key) ? keys[key] : undefined
  if (row !== undefined) {
    reportLostKey(key, at, row, reader)
    return
  }
  const suggestion = describeSuggestion(key, suggest(key, new Map(), known))
  reader.report(
    'unknown-key',
    at,
    `\`${key}\` is not a key that Hookline knows in a ${agent.title} file`,
    suggestion || 'Hookline ignores it.',
    severityOfUnknown(suggestion),
  )
}

/** A key of the agent that has no counterpart here. One without any replacement decides nothing, so nothing is lost. */
function reportLostKey(key: string, at: Node['at'], { ours, instead }: AgentKey, reader: Reader): void {
  const meant = instead ?? (ours && `\`${ours}\``)
  if (meant !== undefined) reader.report('unknown-key', at, `\`${key}\` is not kept`, `Write ${meant} instead.`)
}

const entryKeys = ['type', 'command', 'args', 'shell', 'prompt', 'model', 'timeout', 'if', 'onFailure', '__proto__']
const extraOf = (node: ObjectNode): JsonObject =>
  Object.fromEntries(
    node.members.filter(({ key }) => !entryKeys.includes(key)).map(({ key, value }) => [key, plain(value)]),
  )
