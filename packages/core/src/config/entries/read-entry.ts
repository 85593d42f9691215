/** Reads one item of an event's list into an entry, and reports everything in it that has no effect (CONTRACT §3). */

import { agentOfDialect } from '../../agents/event-names.ts'
import { answeredAgents, usualAgent } from '../../agents/list.ts'
import { gateOf } from '../../editions.ts'
import { type Entry, type HookEnvironment, hookEnvironments, type SandboxLevel } from '../../flow.ts'
import { type EventName, eventRows } from '../../protocol/events/index.ts'
import { defaultLoopLimit, defaultTimeoutSeconds, summaryEvents } from '../../protocol/hooks-file.ts'
import type { JsonObject } from '../../schema.ts'
import { reportPayloadAsCode } from '../check-command.ts'
import { type Draft, makeEntry } from '../entry.ts'
import { checkScript } from '../files/scripts.ts'
import { type At, type Member, type Node, type ObjectNode, plain, repeatedMembers } from '../jsonc.ts'
import { applySandbox, readSandbox, reportSandbox } from '../read-sandbox.ts'
import { describeNode, readArguments, readMatcher, readTimeout } from '../read-values.ts'
import type { Reader } from '../reader.ts'
import { checkKeys, checkTools, isReadHere } from './check-entry.ts'
import { readHttp } from './read-http.ts'
import { readRule } from './read-rule.ts'
import { readVerify, reportVerify } from './read-verify.ts'

/** The settings of the file that apply to all its entries. */
export interface FileDefaults {
  readonly enabled: boolean
  readonly monitor: boolean
  readonly warm: boolean
  readonly environment?: HookEnvironment | undefined
  readonly sandbox?: SandboxLevel | 'none' | undefined
  readonly checkedCopy?: boolean
}

export function readEntry(node: Node, event: EventName, reader: Reader, defaults: FileDefaults): Entry {
  const written = plain(node)
  const base = { event, at: node.at, written }
  if (node.kind !== 'object') {
    const fault = `an entry must be an object, not ${describeNode(node)}`
    reader.report('not-an-entry', node.at, fault, 'Write { "command": "…" }.')
    return makeEntry({ ...base, fault }, reader)
  }
  const double = repeatedMembers(node)[0]
  if (double !== undefined) {
    const fault = `\`${double.key}\` occurs twice in one entry`
    reader.report('duplicate-key', double.keyAt, fault, 'Keep one of them; until then the entry does not run.')
    return makeEntry({ ...base, fault }, reader)
  }
  const unread = skippedPrompt(node, reader)
  if (unread !== undefined) return makeEntry({ ...base, ...unread }, reader)
  const keys = readableKeys(node, reader)
  const at = (keys.get('command') ?? keys.get('module'))?.value.at ?? node.at
  const read = readKeys(keys, event, reader, node.at, defaults)
  const entry = makeEntry({ ...base, commandAt: at, ...read, extra: extraOf(node, keys, written) }, reader)
  checkKeys(node, entry, reader)
  reportPayloadAsCode(entry, at, reader.report)
  if (entry.held === undefined) checkScript(entry, at, reader)
  return entry
}

/** An edition that does not read `type` skips a prompt hook, which is not a mistake. */
function skippedPrompt(node: ObjectNode, { reading: { edition } }: Reader): Partial<Draft> | undefined {
  if (edition.entryKeys === 'all' || edition.entryKeys.has('type')) return undefined
  // `plain` turns an object node into an object.
  const { type, command, prompt } = plain(node) as JsonObject
  if (type !== 'prompt' || command !== undefined) return undefined
  const held = { why: 'edition', detail: `edition ${edition.name} reads command hooks only` } as const
  return { type, held, ...(typeof prompt === 'string' ? { prompt } : {}) }
}

type Keys = ReadonlyMap<string, Member>

/** The keys that the edition reads, plus `name` and `description`. */
function readableKeys(node: ObjectNode, reader: Reader): Keys {
  const read = reader.reading.edition.entryKeys
  const members = node.members.filter(
    ({ key }) =>
      isReadHere(key, reader) && (read === 'all' || read.has(key) || key === 'name' || key === 'description'),
  )
  return new Map(members.map((member) => [member.key, member]))
}

/** `written` is the value of the node. */
function extraOf(node: ObjectNode, keys: Keys, written: unknown): JsonObject {
  const extra: Record<string, unknown> = {}
  for (const { key } of node.members)
    if ((!keys.has(key) || key === 'module' || key === 'rule') && key !== '__proto__')
      // The value of an object node is an object.
      extra[key] = (written as JsonObject)[key]
  return extra
}

function readKeys(keys: Keys, event: EventName, reader: Reader, at: At, defaults: FileDefaults): Partial<Draft> {
  const action = readAction(keys, event, reader, at)
  const dialect = readDialect(keys.get('input'), event, reader)
  const matcher = readOwnMatcher(keys.get('matcher'), event, dialect, reader)
  const name = readText(keys.get('name'), reader)
  const failClosed = readFailClosed(keys.get('failClosed'), reader) ?? (action.verify === undefined ? undefined : true)
  reportVerify(keys.get('verify'), action.type, reader)
  const enabled = readFlag(keys.get('enabled'), reader) ?? defaults.enabled
  const warm = readFlag(keys.get('warm'), reader) ?? defaults.warm
  const ownSandbox = readSandbox(keys.get('sandbox'), reader)
  const sandbox = ownSandbox ?? defaults.sandbox
  const ownEnvironment = readEnvironment(keys.get('environment'), reader) ?? defaults.environment
  const confined = applySandbox(
    {
      type: action.type ?? 'command',
      // The model chooses when a command of it runs, so it never sees the secrets of the agent's environment.
      environment: action.verify === undefined ? ownEnvironment : 'clean',
      verify: action.verify,
    },
    sandbox,
  )
  reportSandbox(keys.get('sandbox'), action.type, confined, reader)
  const { environment } = confined
  const env = action.type === 'http' ? action.env : readVariableNames(keys.get('env'), environment, reader)
  const checkedCopy = readFlag(keys.get('checkedCopy'), reader) ?? defaults.checkedCopy
  const isAsync = readAsync(keys.get('async'), event, action.type, reader)
  const approvals = readFlag(keys.get('approvals'), reader)
  const fault = action.fault ?? matcher.fault
  return {
    ...action,
    ...matcher,
    ...(name === undefined ? {} : { name }),
    ...(failClosed === undefined ? {} : { failClosed }),
    timeoutMs: readTimeouts(keys, reader),
    loopLimit: readLoopLimit(keys.get('loop_limit'), event, reader),
    monitor: readMode(keys.get('mode'), reader) ?? defaults.monitor,
    dialect,
    ...(warm && action.type === 'command' ? { warm } : {}),
    ...(environment === undefined ? {} : { environment }),
    ...(confined.sandbox === undefined ? {} : { sandbox: confined.sandbox }),
    ...(confined.unrunnable === undefined || action.unrunnable !== undefined
      ? {}
      : { unrunnable: confined.unrunnable }),
    ...(env === undefined ? {} : { env }),
    ...(checkedCopy === undefined || action.type !== 'command' ? {} : { checkedCopy }),
    ...(isAsync ? { async: true } : {}),
    ...readOrder(keys.get('order'), isAsync, reader),
    ...(approvals === undefined ? {} : { approvals }),
    ...(fault === undefined ? {} : { fault }),
    ...(enabled ? {} : { held: { why: 'disabled', detail: '"enabled": false in hookline.json' } }),
  }
}

type Action = Partial<Omit<Draft, 'event' | 'at' | 'written'>>
const types = ['command', 'prompt', 'module', 'rule', 'http'] as const
type OwnType = (typeof types)[number]
const isOwnType = (type: unknown): type is OwnType => types.some((one) => one === type)

function readAction(keys: Keys, event: EventName, reader: Reader, at: At): Action {
  const given = keys.get('type')
  const type = given === undefined ? 'command' : plain(given.value)
  if (!isOwnType(type)) {
    const fault = `\`type\` is ${given === undefined ? '' : describeNode(given.value)}`
    const may = reader.info.own ? types : types.slice(0, 2)
    reader.report('unknown-type', given?.value.at ?? at, fault, `Write ${may.map((word) => `"${word}"`).join(' or ')}.`)
    return { fault }
  }
  if (given !== undefined && type !== 'command' && type !== 'prompt' && !reader.info.own) {
    const fault = `only Hookline has "type": "${type}"; ${usualAgent.title} rejects a whole hooks.json that contains it`
    reader.report('own-type', given.value.at, fault, 'Move the entry to hookline.json.')
    return { type, fault }
  }
  return readActionOf(type, keys, event, reader, at)
}

function readActionOf(type: OwnType, keys: Keys, event: EventName, reader: Reader, at: At): Action {
  switch (type) {
    case 'command':
      return readCommand(keys, reader, at)
    case 'prompt':
      return readPrompt(keys, reader, at)
    case 'module':
      // The function of an embedder needs no module file.
      if (reader.info.source === 'inline' && !keys.has('module')) return { type }
      return { type, ...readRequired(keys.get('module'), 'module', reader, at, 'Add "module": "./hooks/x.mjs".') }
    case 'http':
      return readHttp(
        {
          url: keys.get('url'),
          headers: keys.get('headers'),
          variables: keys.get('env'),
          signWith: keys.get('signWith'),
          reach: readFlag(keys.get('privateAddresses'), reader) === true ? 'private' : undefined,
        },
        reader,
        at,
      )
    case 'rule':
      return { type, ...readRule(keys.get('rule'), event, reader, at) }
  }
}

function readCommand(keys: Keys, reader: Reader, at: At): Action {
  const hint = keys.has('prompt') ? 'Add "type": "prompt", or a `command`.' : 'Add "command": "path/to/script".'
  const required = readRequired(keys.get('command'), 'command', reader, at, hint)
  return { type: 'command', ...readArguments(keys.get('args'), reader), ...required }
}

function readPrompt(keys: Keys, reader: Reader, at: At): Action {
  const model = readText(keys.get('model'), reader)
  const required = readRequired(keys.get('prompt'), 'prompt', reader, at, 'Add "prompt": "…".')
  const commandMember = keys.get('command')
  const command = commandMember === undefined ? undefined : plain(commandMember.value)
  return {
    type: 'prompt',
    ...required,
    ...(model === undefined ? {} : { model }),
    ...readVerify(keys.get('verify'), reader),
    ...(typeof command === 'string' ? { command } : {}),
  }
}

/** Reads a string that must not be missing. */
function readRequired(
  member: Member | undefined,
  key: 'command' | 'prompt' | 'module',
  reader: Reader,
  at: At,
  hint: string,
): { readonly command?: string; readonly prompt?: string; readonly module?: string; readonly fault?: string } {
  const value = member === undefined ? undefined : plain(member.value)
  if (typeof value === 'string' && value.trim() !== '') return { [key]: value }
  const wrong = member !== undefined && typeof value !== 'string'
  const fault = wrong ? `\`${key}\` is ${describeNode(member.value)}; it must be a string` : `\`${key}\` is missing`
  reader.report(
    wrong ? 'wrong-type' : `missing-${key}`,
    member?.value.at ?? at,
    fault,
    wrong ? `Write "${key}": "…".` : hint,
  )
  return { fault }
}

function readTimeouts(keys: Keys, reader: Reader): number {
  const usual = defaultTimeoutSeconds * 1000
  const seconds = keys.get('timeout')
  const milliseconds = keys.get('timeout_ms')
  const read = [
    ...(seconds === undefined ? [] : [readTimeout(seconds, 'seconds', reader) ?? usual]),
    ...(milliseconds === undefined ? [] : [readTimeout(milliseconds, 'milliseconds', reader) ?? usual]),
  ]
  return read.length === 0 ? usual : Math.min(...read)
}

function readOwnMatcher(
  member: Member | undefined,
  event: EventName,
  dialect: string,
  reader: Reader,
): { matcher?: string; fault?: string } {
  if (member === undefined) return {}
  const found = readMatcher(member, (matcher) => matcher !== '' && matcher !== '*', reader)
  if ('fault' in found) return found
  if (ignoresMatcher(event, dialect) && found.matcher !== '' && found.matcher !== '*')
    reader.report(
      'matcher-ignored',
      member.keyAt,
      `${event} has nothing to match, so the hook always runs`,
      'Remove `matcher`.',
    )
  // A hook for another agent names that agent's tools.
  else if (dialect === usualAgent.name) checkTools(found.matcher, event, member.value.at, reader)
  return found
}

/** The agent whose format the hook has decides at its own events. */
function ignoresMatcher(event: EventName, dialect: string): boolean {
  const { events = {}, format } = agentOfDialect(dialect, event) ?? {}
  const names = Object.keys(events).filter((name) => events[name] === event)
  if (names.length === 0) return eventRows[event].subject === null
  return format?.matched !== undefined && !names.some((name) => Object.hasOwn(format.matched ?? {}, name))
}

function readFailClosed(member: Member | undefined, reader: Reader): boolean | undefined {
  if (member === undefined) return undefined
  const value = plain(member.value)
  if (typeof value === 'boolean') return value
  reader.report(
    'bad-fail-closed',
    member.value.at,
    `\`failClosed\` is ${describeNode(member.value)}; true is used`,
    'Write true or false.',
  )
  return true
}

function readOrder(member: Member | undefined, isAsync: boolean, reader: Reader): { readonly order?: number } {
  if (member === undefined) return {}
  const order = plain(member.value)
  if (typeof order !== 'number' || !Number.isSafeInteger(order) || order < 0) {
    const message = `\`order\` is ${describeNode(member.value)}; the hook runs with those that have none`
    reader.report('wrong-type', member.value.at, message, 'Write a whole number, 0 or above.')
    return {}
  }
  if (!isAsync) return { order }
  reader.report(
    'order-ignored',
    member.keyAt,
    'the hook runs in the background, so `order` has no effect',
    'Remove `order` or `async`.',
  )
  return {}
}

/** At a gate the event waits for the hook: a guard must not be lost by a key. */
function readAsync(member: Member | undefined, event: EventName, type: Draft['type'], reader: Reader): boolean {
  if (member === undefined || readFlag(member, reader) !== true) return false
  if (type === 'rule') {
    reader.report('async-ignored', member.keyAt, 'a rule answers at once, so `async` has no effect', 'Remove `async`.')
    return false
  }
  if (gateOf(reader.reading.edition, event, eventRows[event].gate).kind === 'none') return true
  reader.report(
    'async-gate',
    member.keyAt,
    `${event} can refuse, so it waits for this hook although it has \`async\``,
    'Remove `async`, or move the hook to an event that only observes.',
  )
  return false
}

function readLoopLimit(member: Member | undefined, event: EventName, reader: Reader): number | null {
  if (member === undefined) return defaultLoopLimit
  if (!eventRows[event].loops)
    reader.report(
      'loop-limit-ignored',
      member.keyAt,
      `${event} has no follow-ups, so \`loop_limit\` has no effect`,
      'Remove `loop_limit`.',
    )
  const value = plain(member.value)
  if (value === null || (typeof value === 'number' && Number.isInteger(value) && value > 0)) return value
  reader.report(
    'bad-loop-limit',
    member.value.at,
    `\`loop_limit\` is ${describeNode(member.value)}; ${defaultLoopLimit} is used`,
    'Write a whole number above 0, or null for no limit.',
  )
  return defaultLoopLimit
}

function readDialect(member: Member | undefined, event: EventName, reader: Reader): string {
  const usual = usualAgent.name
  const value = member === undefined ? usual : plain(member.value)
  if (member === undefined || value === usual) return usual
  if (value === 'summary' && summaryEvents.has(event)) return 'summary'
  const agent = answeredAgents.find(({ name }) => name === value)
  if (agent !== undefined) return agent.name
  if (value === 'summary')
    reader.report(
      'foreign-dialect',
      member.value.at,
      `the format "summary" does not have ${event}; the hook gets the default format`,
      'Remove `input`.',
    )
  else
    reader.report(
      'wrong-type',
      member.value.at,
      `\`input\` is ${describeNode(member.value)}`,
      `Write "summary" or the name of an agent (${answeredAgents.map(({ name }) => name).join(', ')}), or remove \`input\`.`,
    )
  return usual
}

export function readMode(member: Member | undefined, reader: Reader): boolean | undefined {
  if (member === undefined) return undefined
  const value = plain(member.value)
  if (value === 'monitor' || value === 'enforce') return value === 'monitor'
  reader.report(
    'wrong-type',
    member.value.at,
    `\`mode\` is ${describeNode(member.value)}`,
    'Write "monitor" or "enforce".',
  )
  return undefined
}

export function readEnvironment(member: Member | undefined, reader: Reader): HookEnvironment | undefined {
  if (member === undefined) return undefined
  const value = plain(member.value)
  const known = hookEnvironments.find((one) => one === value)
  if (known !== undefined) return known
  reader.report(
    'wrong-type',
    member.value.at,
    `\`environment\` is ${describeNode(member.value)}; "clean" is used`,
    'Write "clean" or "inherit".',
  )
  return 'clean'
}

/** A name, or the beginning of names and `*`. `*` alone would be all variables. */
const variableName = /^[A-Za-z_][A-Za-z0-9_()]*\*?$/

function readVariableNames(
  member: Member | undefined,
  environment: HookEnvironment | undefined,
  reader: Reader,
): readonly string[] | undefined {
  if (member === undefined) return undefined
  const value = plain(member.value)
  const names = Array.isArray(value) ? value.filter((one) => typeof one === 'string' && variableName.test(one)) : []
  if (!Array.isArray(value) || names.length < value.length)
    reader.report(
      'wrong-type',
      member.value.at,
      '`env` must be a list of names of variables',
      'Write names, such as "NPM_TOKEN", or their beginning and a star, such as "AWS_*".',
    )
  else if (environment !== 'clean')
    reader.report(
      'env-ignored',
      member.keyAt,
      'the hook inherits all variables, so `env` has no effect',
      'Add "environment": "clean", or remove `env`.',
    )
  return names
}

export function readFlag(member: Member | undefined, reader: Reader): boolean | undefined {
  if (member === undefined) return undefined
  const value = plain(member.value)
  if (typeof value === 'boolean') return value
  reader.report(
    'wrong-type',
    member.value.at,
    `\`${member.key}\` is ${describeNode(member.value)}`,
    'Write true or false.',
  )
  return undefined
}

function readText(member: Member | undefined, reader: Reader): string | undefined {
  if (member === undefined) return undefined
  const value = plain(member.value)
  if (typeof value === 'string') return value
  reader.report('wrong-type', member.value.at, `\`${member.key}\` is ${describeNode(member.value)}`, 'Write a string.')
  return undefined
}
