/** How far the hooks of each agent came: configured → loaded → matched → proved. The lowest is shown. */
import type { Entry } from '@hookline/core/node'
import { counted, quoted } from '../entry-text.ts'
import { oneLine } from '../plain.ts'
import { type Agent, agents, isOf, seenAt } from './agents.ts'
import { canariesFor } from './canary.ts'
import { type Finding, type Level, levels, lowest } from './finding.ts'
import { isGate } from './gates.ts'
import type { Proof } from './prove.ts'
import type { Survey } from './survey.ts'

export interface AgentReport {
  readonly name: string
  readonly title: string
  readonly seen: string
  /** Absent: it has no hooks here, or is not supported yet. */
  readonly level?: Level
  readonly hooks: number
  readonly findings: readonly Finding[]
}

/** Switched off on purpose, or not meant for here: no reason to call the rest unproved. */
const meant = new Set(['disabled', 'other-system', 'duplicate', 'host-owned'])

export function agentReports(survey: Survey, proof: Proof | undefined): readonly AgentReport[] {
  const matched = matchedIds(survey)
  return agents.flatMap((agent) => {
    const entries = survey.entries.filter((entry) => isOf(agent, entry) && !meant.has(entry.held?.why ?? ''))
    const seen = seenAt(agent, survey.home, survey.root) ?? entries[0]?.origin.file
    return seen === undefined ? [] : [reportOf(agent, seen, entries, survey, matched, proof)]
  })
}

function reportOf(
  agent: Agent,
  seen: string,
  entries: readonly Entry[],
  survey: Survey,
  matched: ReadonlySet<string>,
  proof: Proof | undefined,
): AgentReport {
  const { name, title } = agent
  const base = { name, title, seen, hooks: entries.length }
  const found = { area: 'agents', subject: title } as const
  if (agent.sources === undefined) {
    const says = `seen (${oneLine(seen)}), not supported yet`
    return { ...base, findings: [{ ...found, state: 'not-proved', says, next: 'see docs/doctor.md' }] }
  }
  if (entries.length === 0)
    return {
      ...base,
      findings: [{ ...found, state: 'warn', says: 'found, no hooks configured', next: 'hookline init' }],
    }
  const levelOf = (entry: Entry) => reached(entry, matched, proof)
  const gates = entries.filter(({ event }) => isGate(event, survey.edition))
  const rest = entries.filter((entry) => !gates.includes(entry))
  const level = lowest((gates.length > 0 ? gates : rest).map(levelOf))
  return {
    ...base,
    ...(level === undefined ? {} : { level }),
    findings: [
      ...(gates.length === 0 ? [] : [gateFinding(title, gates, levelOf, proof)]),
      ...(rest.length === 0 ? [] : [observerFinding(title, rest, levelOf)]),
    ],
  }
}

function reached(entry: Entry, matched: ReadonlySet<string>, proof: Proof | undefined): Level {
  if (entry.held !== undefined || entry.broken !== undefined) return 'configured'
  if (!matched.has(entry.id)) return 'loaded'
  return proof?.proved.has(entry.id) === true ? 'proved' : 'matched'
}

function gateFinding(
  subject: string,
  entries: readonly Entry[],
  levelOf: (entry: Entry) => Level,
  proof: Proof | undefined,
): Finding {
  const level = lowest(entries.map(levelOf)) ?? 'configured'
  const says = `${counted(entries.length, 'hook')} at gates, ${level.toUpperCase()}${countedBy(entries, levelOf)}`
  const base = { area: 'agents', subject, says } as const
  const first = entries.find((entry) => levelOf(entry) === level) as Entry
  if (entries.some(({ id }) => proof?.failed.has(id) === true))
    return { ...base, state: 'fail', next: `hookline trigger ${first.event} --explain` }
  // The commands are the agent's own; that the agent calls them, only its log can show.
  if (level === 'proved')
    return { ...base, state: 'ok', says: `${says}: their commands ran here; ${subject} itself was not asked` }
  return { ...base, state: 'not-proved', next: nextAfter(level, first) }
}

/** They act by running, so doctor does not run them. */
function observerFinding(subject: string, entries: readonly Entry[], levelOf: (entry: Entry) => Level): Finding {
  const level = lowest(entries.map(levelOf)) ?? 'configured'
  const first = entries.find((entry) => levelOf(entry) === level) as Entry
  const says = `${counted(entries.length, 'observing hook')}, ${level.toUpperCase()}${countedBy(entries, levelOf)}; not fired here, what observes may act`
  const next = level === 'matched' ? `hookline trigger ${first.event}` : nextAfter(level, first)
  return { area: 'agents', subject, state: 'not-proved', says, next }
}

/** ` (1 loaded, 4 proved)` where they differ. */
function countedBy(entries: readonly Entry[], levelOf: (entry: Entry) => Level): string {
  const counts = levels.map((one) => [entries.filter((entry) => levelOf(entry) === one).length, one] as const)
  const some = counts.filter(([count]) => count > 0)
  return some.length < 2 ? '' : `, the lowest (${some.map(([count, one]) => `${count} ${one}`).join(', ')})`
}

function nextAfter(level: Level, entry: Entry): string {
  if (level === 'matched') return 'hookline doctor --prove'
  if (level === 'loaded') return `hookline explain ${entry.event}`
  const { trust, origin } = entry
  return trust === 'untrusted' || trust === 'changed'
    ? `hookline trust add ${quoted(oneLine(origin.root ?? '.'))}`
    : 'hookline check'
}

/** The entries that some harmless event reaches. */
function matchedIds({ hooks, root, entries }: Survey): ReadonlySet<string> {
  const events = [...new Set(entries.map(({ event }) => event))]
  return new Set(events.flatMap((event) => canariesFor(event, hooks, root).flatMap(({ reaches }) => [...reaches])))
}
