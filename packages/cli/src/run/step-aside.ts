/**
 * Decides which call answers if an agent's settings call Hookline more than once for an event. Every call reads the same files, so
 * exactly one of them answers, without a lock: the calls have an order, and a call steps aside only for one that comes before it and
 * that the agent certainly makes. A doubt means that both answer.
 */
import type { Dialect } from '@hookline/core'
import { type Agent, agents, isUserSource } from '@hookline/core/agents'
import { readRegularText } from '@hookline/core/files'
import { callLevel, callsHookline, type Entry, type Problem } from '@hookline/core/node'
import type { EventName } from '@hookline/core/protocol'
import { isWholeCall, movedSettings } from '../connect/connections.ts'
import type { Io } from '../io.ts'
import { isOf, parseObject } from '../parse-object.ts'

export type CallLevel = 'user' | 'project'

interface Call {
  /** The agent whose settings hold the call. */
  readonly caller: Dialect
  /** The agent that sent the event: another one may read the same settings. */
  readonly sender: Dialect
  readonly from?: CallLevel
  readonly env: Io['env']
}
interface Settings {
  readonly entries: readonly Entry[]
  readonly problems?: readonly Problem[]
}

/**
 * The order: first the user's settings of the agent that sent the event, then the workspace's settings of that agent, then the same
 * two of the other agent whose files it reads. A call of the user's settings is known by `--from user`, in the entry and in the call.
 */
export function stepsAside(name: EventName, { caller, sender, from, env }: Call, settings: Settings): boolean {
  const isMade = (entry: Entry) => entry.event === name && isCertain(entry, sender, settings, env)
  const made = settings.entries.filter(isMade)
  // An agent that reads another's files is connected with those.
  const own = agents.find(({ dialect }) => dialect?.name === sender.name)?.settings?.as ?? sender.name
  if (caller.name !== own && covers(name, own, made)) return true
  if (from === 'user') return false
  return covers(
    name,
    caller.name,
    made.filter((one) => isUserSource(one.origin.source) && callLevel(one) === 'user'),
  )
}

/** Whether the agent makes one of these calls at this event, under whichever of its own names it comes. */
function covers(name: EventName, dialect: string, made: readonly Entry[]): boolean {
  const calls = made.filter((entry) => entry.dialect === dialect)
  if (calls.length === 0 || calls.some(({ hostEvent }) => hostEvent === undefined)) return calls.length > 0
  const { events = {} } = agents.find((agent) => agent.dialect?.name === dialect) ?? {}
  const theirs = Object.keys(events).filter((one) => events[one] === name)
  return theirs.every((one) => calls.some(({ hostEvent }) => hostEvent === one))
}

/** Whether the agent makes this call at every event of its kind. */
function isCertain(entry: Entry, { owns }: Dialect, { problems = [] }: Settings, env: Io['env']): boolean {
  const { origin, trust } = entry
  return (
    callsHookline(entry) &&
    !origin.own &&
    owns.includes(origin.source) &&
    trust !== 'untrusted' &&
    trust !== 'changed' &&
    isWholeCall(entry) &&
    !problems.some(({ file, severity }) => file === origin.file && severity === 'error') &&
    isRead(entry, env)
  )
}

/** Agents drop a whole file that is not plain JSON or has a value of a wrong type, and read the user's file elsewhere if a variable says so. */
function isRead({ origin, dialect }: Entry, env: Io['env']): boolean {
  const { settings, readCalls } = agents.find((agent) => agent.dialect?.name === dialect) ?? {}
  if (isUserSource(origin.source) && !isUserFileRead(settings, env)) return false
  // A file in a format of its own has calls only if its reader found them.
  if (readCalls !== undefined) return true
  const value = parseObject(readRegularText(origin.file ?? '') ?? '')
  const types = Object.entries(settings?.pitfalls?.types ?? {})
  return value !== undefined && types.every(([key, type]) => value[key] === undefined || isOf(value[key], type))
}

/** The variable that the user's settings set shows that the agent has read them, and not others in another directory. */
function isUserFileRead(settings: Agent['settings'], env: Io['env']): boolean {
  if (settings === undefined) return true
  const isMarked = settings.mark === undefined || env[settings.mark.name] === settings.mark.value
  return isMarked && movedSettings({ settings }, env) === undefined
}
