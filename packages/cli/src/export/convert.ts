/** Converts hooks to entries of an agent's own file, which run without Hookline, and finds what each of them would lose there. */
import type { Entry } from '@hookline/core/node'
import { type EventName, eventRows, type JsonObject } from '@hookline/core/protocol'
import type { Agent } from '../agents.ts'
import { labelOf } from '../entry-text.ts'

interface Loss {
  readonly hook: string
  readonly event: EventName
  readonly message: string
  /** A guard would let through what it denies today. */
  readonly weakens: boolean
}

export interface ExportedHook {
  readonly entry: Entry
  /** The agent's name of the event. */
  readonly event: string
  readonly written: JsonObject
}

export interface Export {
  readonly hooks: readonly ExportedHook[]
  readonly losses: readonly Loss[]
}

export function convertHooks(agent: Agent, entries: readonly Entry[]): Export {
  const found = entries.map((entry) => ({ entry, losses: lossesOf(agent, entry) }))
  return {
    // With a loss that weakens it, a hook in the agent's file would only look like a guard.
    hooks: found.flatMap(({ entry, losses }) =>
      losses.some(({ isWhole }) => isWhole) ? [] : [exportHook(agent, entry)],
    ),
    losses: found.flatMap(({ entry, losses }) =>
      losses.map(({ message, isWhole }) => ({
        hook: labelOf(entry),
        event: entry.event,
        message,
        weakens: eventRows[entry.event].gate.kind !== 'none' && (isWhole || message === lateText(agent)),
      })),
    ),
  }
}

interface FoundLoss {
  readonly message: string
  /** The hook cannot be in the agent's file at all. */
  readonly isWhole: boolean
}

function lossesOf(agent: Agent, entry: Entry): readonly FoundLoss[] {
  const whole = whyNotAtAll(agent, entry)
  if (whole !== undefined) return [{ message: whole, isWhole: true }]
  const { failClosed, loopLimit, monitor, event } = entry
  const isClosed = failClosed ?? eventRows[event].onFailure === 'closed'
  const isGate = eventRows[event].gate.kind !== 'none'
  return [
    ...(isGate && isClosed && agent.settings?.strict?.keys === undefined ? [lateText(agent)] : []),
    ...(loopLimit !== null && eventRows[event].reply.includes('followup_message')
      ? [`${agent.title} has no loop_limit`]
      : []),
    ...(monitor ? [`${agent.title} has no monitor mode, so the hook would decide`] : []),
    ...(entry.budgetMs === undefined ? [] : [`${agent.title} has no budget for an event`]),
    ...(entry.order === undefined
      ? []
      : [`${agent.title} has no order: the hook would get the input as the host sent it`]),
    ...(entry.async === true && agent.format?.background !== true ? [`${agent.title} waits for the hook`] : []),
    ...(entry.verify === undefined ? [] : [`${agent.title} does not have the limits of \`verify\``]),
  ].map((message) => ({ message, isWhole: false }))
}

const lateText = ({ title }: Agent): string => `${title} goes on if the hook takes too long or cannot start`

/** The agent's own kind of verifier reads all files and runs nothing that Hookline could name. */
const isTheirVerifier = ({ format }: Agent, { verify }: Entry): boolean =>
  format?.verifierType !== undefined && verify?.read === true && verify.commands.length === 0

function whyNotAtAll(agent: Agent, entry: Entry): string | undefined {
  const { type, dialect, event, pack, signWith } = entry
  const { title } = agent
  if (entry.verify !== undefined && !isTheirVerifier(agent, entry))
    return `only Hookline runs hooks with this \`verify\`; to use them in ${title}: hookline connect ${agent.name}`
  if (pack !== undefined || type === 'rule' || type === 'module')
    return `only Hookline runs ${pack === undefined ? `hooks of type "${type}"` : 'packs'}; to use them in ${title}: hookline connect ${agent.name}`
  if (type === 'http' && agent.format?.http !== true) return `${title} has no HTTP hooks`
  if (signWith !== undefined) return `${title} cannot sign the event of an HTTP hook`
  if (theirEvent(agent, event) === undefined) return `${title} has no event for ${event}`
  if (dialect !== agent.name)
    return `the script reads and answers in another agent's format, which ${title} ignores, so the act would go on; to use it in ${title}: hookline connect ${agent.name}`
  return undefined
}

const theirEvent = ({ events = {} }: Agent, event: EventName): string | undefined =>
  Object.keys(events).find((name) => events[name] === event)

function actionOf({ type, command = '', prompt, model, url, headers, env }: Entry): JsonObject {
  if (type === 'prompt') return { prompt, ...(model === undefined ? {} : { model }) }
  if (type !== 'http') return { command }
  return {
    url,
    ...(headers === undefined ? {} : { headers }),
    ...(env === undefined ? {} : { allowedEnvVars: env }),
  }
}

function exportHook(agent: Agent, entry: Entry): ExportedHook {
  const { settings, format } = agent
  const { event, type, args, matcher, failClosed, timeoutMs, condition } = entry
  const isClosed = failClosed ?? eventRows[event].onFailure === 'closed'
  const timeout = format?.timeoutUnit === 'milliseconds' ? timeoutMs : timeoutMs / 1000
  const hook = {
    type: entry.verify === undefined ? type : format?.verifierType,
    ...actionOf(entry),
    ...(args === undefined ? {} : { args }),
    ...(condition === undefined ? {} : { if: condition }),
    timeout,
    ...(entry.async === true && format?.background === true ? { async: true } : {}),
    ...(isClosed && eventRows[event].gate.kind !== 'none' ? settings?.strict?.keys : {}),
    ...(failClosed === false ? settings?.strict?.openKeys : {}),
  }
  const match = matcher === undefined ? {} : { matcher }
  const written = format !== undefined && format.flat !== true ? { ...match, hooks: [hook] } : { ...match, ...hook }
  return { entry, event: theirEvent(agent, event) ?? event, written }
}
