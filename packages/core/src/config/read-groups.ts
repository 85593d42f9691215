/** Reads an agent's settings file with groups of hooks into entries (CONTRACT §10). Reports parts without a counterpart. */
import type { Agent } from '../agents/agent.ts'
import { foreignEvents } from '../agents/foreign.ts'
import { agents, usualFile } from '../agents/list.ts'
import { nearest } from '../agents/suggest.ts'
import type { Entry, Settings } from '../flow.ts'
import type { Loaded } from '../ports.ts'
import { type EventName, isEventName } from '../protocol/events/index.ts'
import {
  type GroupAgent,
  type GroupEvent,
  groupDraft,
  readGroupHook,
  readGroupMatcher,
  reportUnknownKey,
} from './entries/read-group-hook.ts'
import { makeEntry } from './entry.ts'
import { type Member, memberOf, type Node, type ObjectNode, parseJsonc, plain, repeatedMembers } from './jsonc.ts'
import { closeExcess, findExcess } from './limits.ts'
import { unusableFile } from './read-hooks.ts'
import { describeNode } from './read-values.ts'
import { createReader, fileOf, type Reader, type ReadOptions, type SourceInfo } from './reader.ts'

const isGroupAgent = (agent: Agent): agent is GroupAgent => 'format' in agent && 'events' in agent

export function readGroups(agent: Agent, text: string, info: SourceInfo, reading: ReadOptions): Loaded {
  if (!isGroupAgent(agent)) throw new Error(`${agent.name} has no settings in groups`)
  const reader = createReader(info, reading)
  const parsed = parseJsonc(text)
  if (parsed.kind === 'fault') {
    const { code, at, message, hint } = parsed.fault
    reader.report(code, at, message, hint)
    return unusableFile(reader, at, message)
  }
  if (parsed.node.kind !== 'object') {
    reader.report(
      'not-an-object',
      parsed.node.at,
      `the file is ${describeNode(parsed.node)}, not an object`,
      'Write { "hooks": {} }.',
    )
    return unusableFile(reader, parsed.node.at, 'not an object')
  }
  return readSettingsFile(agent, parsed.node, reader)
}

/** The agent whose format a map of events has: it contains that agent's event names, and none of Hookline's. */
export function groupAgentOf(node: Node): GroupAgent | undefined {
  if (node.kind !== 'object' || node.members.some(({ key }) => isEventName(key))) return undefined
  const isTheirs = ({ events, otherEvents }: GroupAgent) =>
    node.members.some(({ key }) => Object.hasOwn(events, key) || otherEvents?.has(key) === true)
  return agents.filter(isGroupAgent).find(isTheirs)
}

/** Reads only a map of events, as a plugin contains it. */
export function readGroupMap(agent: GroupAgent, node: Node, reader: Reader): Loaded {
  const excess = findExcess(node, [node], reader)
  if (excess !== undefined) return closeExcess(excess, eventKeys(agent, node), reader)
  const entries = readEvents(agent, node, reader)
  return { entries, problems: reader.problems }
}

const eventKeys = ({ events }: GroupAgent, node: Node): readonly EventName[] =>
  node.kind === 'object'
    ? node.members.flatMap(({ key }) => (Object.hasOwn(events, key) ? (events[key] ?? []) : []))
    : []

function readSettingsFile(agent: GroupAgent, node: ObjectNode, reader: Reader): Loaded {
  const { offKey, bare } = agent.format
  const off = offKey === undefined ? undefined : memberOf(node, offKey)
  const hooks = bare === true ? { value: node } : memberOf(node, 'hooks')
  // The other keys of the file are the agent's, and Hookline does not read them.
  const excess = hooks === undefined ? undefined : findExcess(hooks.value, [hooks.value], reader)
  if (hooks !== undefined && excess !== undefined) return closeExcess(excess, eventKeys(agent, hooks.value), reader)
  const entries = hooks === undefined ? [] : readEvents(agent, hooks.value, reader)
  const strict = reader.reading.strict === true && reader.problems.some((problem) => problem.severity === 'error')
  const held = { why: 'invalid', detail: 'the file is rejected because it has errors' } as const
  return {
    entries: strict ? entries.map((entry) => ({ ...entry, held })) : entries,
    problems: reader.problems,
    ...(strict ? { broken: true } : {}),
    ...(offKey === undefined || off === undefined || plain(off.value) !== true
      ? {}
      : { settings: offSettings(offKey, reader.info) }),
  }
}

const offSettings = (offKey: string, info: SourceInfo): Settings => ({
  source: info.source,
  file: fileOf(info),
  ...(info.root === undefined ? {} : { root: info.root }),
  values: { [offKey]: true },
})

function readEvents(agent: GroupAgent, node: Node, reader: Reader): readonly Entry[] {
  if (node.kind !== 'object') {
    reader.report(
      'not-an-object',
      node.at,
      `\`hooks\` is ${describeNode(node)}, not an object`,
      'Write "hooks": { "<event>": [ … ] }.',
    )
    return []
  }
  for (const { key, keyAt } of repeatedMembers(node))
    reader.report('duplicate-event', keyAt, `${key} occurs twice; both lists are used`, 'Merge the two lists.')
  return node.members.flatMap((member) => readEvent(agent, member, reader))
}

function readEvent(agent: GroupAgent, member: Member, reader: Reader): readonly Entry[] {
  const { key, value } = member
  const { fileEvents = {} } = agent.format
  const names = Object.hasOwn(agent.events, key) ? agent.events : fileEvents
  const event = Object.hasOwn(names, key) ? names[key] : undefined
  if (event === undefined) {
    reportUnknownEvent(agent, member, reader)
    return []
  }
  const read = agent.format.flat === true ? readFlat : readGroup
  if (value.kind === 'list')
    return value.items.flatMap((item) => read(item, { agent, ours: event, theirs: key }, reader))
  reader.report('not-a-list', value.at, `${key} is ${describeNode(value)}, not a list`, `Write "${key}": [ … ].`)
  return []
}

function reportUnknownEvent({ title, events, otherEvents }: GroupAgent, { key, keyAt }: Member, reader: Reader): void {
  const theirs = otherEvents?.has(key) === true || foreignEvents().get(key)?.agent === title
  const near = theirs ? undefined : nearest(key, Object.keys(events))
  if (isEventName(key) && near?.toLowerCase() !== key.toLowerCase())
    reader.report(
      'foreign-event',
      keyAt,
      `${key} is an event of hooks.json, so its entries in this file never run`,
      `Move them to ${usualFile}.`,
    )
  else if (near !== undefined)
    reader.report(
      'unknown-event',
      keyAt,
      `there is no event "${key}", so its entries never run`,
      `Did you mean "${near}"?`,
    )
  else
    reader.report(
      'foreign-event',
      keyAt,
      `${key} of ${title} has no counterpart in Hookline, so its entries never run`,
      'Nothing to do.',
      'note',
    )
}

function readFlat(hook: Node, event: GroupEvent, reader: Reader): readonly Entry[] {
  const member = hook.kind === 'object' ? memberOf(hook, 'matcher') : undefined
  return [readGroupHook(hook, event, readGroupMatcher(member, event, reader), reader)]
}

function readGroup(group: Node, event: GroupEvent, reader: Reader): readonly Entry[] {
  const hooks = group.kind === 'object' ? memberOf(group, 'hooks') : undefined
  if (group.kind !== 'object' || hooks === undefined) {
    const flat = group.kind === 'object' && memberOf(group, 'command') !== undefined
    const fault = flat
      ? `this entry has the format of hooks.json; a ${event.agent.title} file nests it in a group`
      : 'a group must be an object with `hooks`'
    reader.report(
      'not-an-entry',
      group.at,
      fault,
      `Write "${event.theirs}": [{ "hooks": [{ "type": "command", "command": "…" }] }].`,
    )
    return [makeEntry({ ...groupDraft(event, group, plain(group)), fault }, reader)]
  }
  if (hooks.value.kind !== 'list') {
    reader.report(
      'not-a-list',
      hooks.value.at,
      `\`hooks\` is ${describeNode(hooks.value)}, not a list`,
      'Write "hooks": [ … ].',
    )
    return []
  }
  for (const { key, keyAt } of group.members)
    if (!groupKeys.includes(key)) reportUnknownKey(key, keyAt, groupKeys, event.agent, reader)
  const matcher = readGroupMatcher(memberOf(group, 'matcher'), event, reader)
  return hooks.value.items.map((hook) => readGroupHook(hook, event, matcher, reader))
}

const groupKeys = ['matcher', 'hooks', 'description']
