/** What a hook would lose in an agent's own file, where it runs without Hookline. */
import type { Entry } from '@hookline/core/node'
import { eventRows } from '@hookline/core/protocol'
import type { Agent } from '../agents.ts'
import { type ExportFormat, formatOf, isClosed, isGate, runsBehind, theirEvents } from './format.ts'

export interface FoundLoss {
  readonly message: string
  /** The hook cannot be in the agent's file at all. */
  readonly isWhole: boolean
  /** The hook would let through what it denies today, if it is at a gate. */
  readonly weakens: boolean
}

export function lossesOf(agent: Agent, entry: Entry): readonly FoundLoss[] {
  const format = formatOf(agent)
  const idle = whyIdle(entry)
  if (idle !== undefined) return [{ message: idle, isWhole: true, weakens: false }]
  const whole = whyNotAtAll(agent, format, entry)
  if (whole !== undefined) return [{ message: whole, isWhole: true, weakens: true }]
  return [...weakerGates(agent, format, entry), ...otherLosses(agent, format, entry)]
}

/** The agent must not run a hook that is off or broken here. Trust is no part of that: the agent has its own. */
const whyIdle = ({ held }: Entry): string | undefined =>
  held?.why === 'disabled' || held?.why === 'invalid' ? `it does not run here either: ${held.detail}` : undefined

/** A word that only Hookline keeps: the agent goes on where the hook stops the act today. */
function weakerGates(agent: Agent, format: ExportFormat, entry: Entry): readonly FoundLoss[] {
  if (!isGate(entry.event)) return []
  const { title, settings } = agent
  const observed = theirEvents(agent, entry).filter((name) => format.observes?.has(name) === true)
  const hasKeys = Object.keys(settings?.strict?.keys ?? {}).length > 0
  const noMatch = entry.matcher === undefined ? undefined : format.whyNoMatcher?.(entry.matcher)
  return [
    ...(noMatch === undefined
      ? []
      : [{ message: `${title} never runs it for this matcher: ${noMatch}`, isWhole: false, weakens: true }]),
    ...(isClosed(entry) && !hasKeys
      ? [{ message: `${title} goes on if the hook fails or takes too long`, isWhole: false, weakens: true }]
      : []),
    ...observed.map((name) => ({
      message: `${title} ignores what a hook denies at ${name}`,
      isWhole: false,
      // Most hooks of a session only add context, and one that must deny says so with `failClosed`.
      weakens: eventRows[entry.event].gate.kind === 'permission' || entry.failClosed === true,
    })),
  ]
}

function otherLosses(agent: Agent, format: ExportFormat, entry: Entry): readonly FoundLoss[] {
  const { title } = agent
  const { event, loopLimit, matcher } = entry
  const names = theirEvents(agent, entry)
  const isIgnored = format.matched !== undefined && !names.some((name) => isMatched(format, name))
  const has = (loss: unknown, message: string): readonly string[] => (loss ? [message] : [])
  return [
    ...has(
      loopLimit !== null && format.loopLimit !== true && eventRows[event].reply.includes('followup_message'),
      `${title} has no loop_limit`,
    ),
    ...has(entry.monitor && !runsBehind(format, entry), `${title} has no monitor mode, so the hook would decide`),
    ...has(
      format.actionOnly === true && entry.text?.includes('"timeout"'),
      `${title} has no \`timeout\`, so it waits as long as it likes`,
    ),
    ...has(entry.budgetMs !== undefined, `${title} has no budget for an event`),
    ...has(entry.order !== undefined, `${title} has no order: the hook would get the input as the host sent it`),
    ...has(entry.async === true && format.background !== true, `${title} waits for the hook`),
    ...has(entry.verify, `${title} does not have the limits of \`verify\``),
    ...has(
      matcher !== undefined && matcher !== '' && matcher !== '*' && isIgnored,
      `${title} ignores matchers here, so the hook would run each time`,
    ),
    ...has(
      entry.sandbox !== undefined && entry.sandbox !== 'none',
      `${title} has no \`sandbox\`: the hook would run without one`,
    ),
    ...has(entry.checkedCopy, `${title} runs the script as it is, and not a checked copy`),
    ...has(
      entry.environment === 'clean' && entry.sandbox === undefined,
      `${title} gives the hook all variables, whatever \`environment\` says`,
    ),
  ].map((message) => ({ message, isWhole: false, weakens: false }))
}

const isMatched = ({ matched, toolOfEvent }: ExportFormat, name: string): boolean =>
  Object.hasOwn(matched ?? {}, name) || Object.hasOwn(toolOfEvent ?? {}, name)

/** The agent's own kind of verifier reads all files and runs nothing that Hookline could name. */
const isTheirVerifier = ({ verifierType }: ExportFormat, { verify }: Entry): boolean =>
  verifierType !== undefined && verify?.read === true && verify.commands.length === 0

function whyNotAtAll(agent: Agent, format: ExportFormat, entry: Entry): string | undefined {
  const { title, name } = agent
  const { type, dialect, event, pack, signWith } = entry
  const connect = `to use them in ${title}: hookline connect ${name}`
  if (entry.verify !== undefined && !isTheirVerifier(format, entry))
    return `only Hookline runs hooks with this \`verify\`; ${connect}`
  if (pack !== undefined || type === 'rule' || type === 'module')
    return `only Hookline runs ${pack === undefined ? `hooks of type "${type}"` : 'packs'}; ${connect}`
  if (type === 'http' && format.http !== true) return `${title} has no HTTP hooks`
  if (type === 'prompt' && format.prompts !== true) return `${title} asks no model for a hook`
  if (signWith !== undefined) return `${title} cannot sign the event of an HTTP hook`
  if (entry.args !== undefined && format.args !== true)
    return `${title} has no \`args\`; write them in \`command\` to export the hook`
  if (theirEvents(agent, entry).length === 0) return `${title} has no event for ${event}`
  if (dialect !== name)
    return `the script reads and answers in another agent's format, which ${title} ignores, so the act would go on; to use it in ${title}: hookline connect ${name}`
  return undefined
}
