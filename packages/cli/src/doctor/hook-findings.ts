/** Some hooks that one agent runs, as lines of the report: those at gates, and those that only observe. */
import type { Entry } from '@hookline/core/node'
import { counted } from '../entry-text.ts'
import { type Finding, type Level, levels, lowest } from './finding.ts'
import { nextAfter } from './next.ts'

export interface Group {
  /** Whose hooks they are. */
  readonly subject: string
  readonly entries: readonly Entry[]
  levelOf(entry: Entry): Level
  /** What to do first about an entry that is only configured; undefined: the usual. */
  wayTo(entry: Entry): string | undefined
  /** How far they guard while something is in their way. */
  readonly guards?: string
  /** What was seen where all is proved. */
  readonly seen: string
}

export function gateFinding(group: Group, failed: ReadonlySet<string>): Finding {
  const { subject, entries } = group
  const { level, first, says } = summed(group, 'hook at gates', 'hooks at gates')
  const isOff = entries.every((entry) => group.levelOf(entry) === 'configured' && entry.trust !== 'changed')
  const base = {
    area: 'agents',
    subject,
    says: isOff ? `${says}: ${group.guards ?? 'nothing guards here'}` : says,
  } as const
  if (entries.some(({ id }) => failed.has(id)))
    return { ...base, state: 'fail', next: `hookline trigger ${first.event} --explain` }
  if (level === 'proved') return { ...base, state: 'ok', says: `${says}: ${group.seen}` }
  return { ...base, state: 'not-proved', next: next(group, level, first) }
}

/** They act by running, so doctor does not run them. */
export function observerFinding(group: Group): Finding {
  const { level, first, says } = summed(group, 'observing hook', 'observing hooks')
  return {
    area: 'agents',
    subject: group.subject,
    state: 'not-proved',
    says: `${says}; not fired here, what observes may act`,
    next: level === 'matched' ? `hookline trigger ${first.event}` : next(group, level, first),
  }
}

const next = ({ wayTo }: Group, level: Level, first: Entry): string =>
  (level === 'configured' ? wayTo(first) : undefined) ?? nextAfter(level, first)

function summed({ entries, levelOf }: Group, one: string, many: string) {
  const level = lowest(entries.map(levelOf)) ?? 'configured'
  // There is one: a group is made of entries.
  const first = entries.find((entry) => levelOf(entry) === level) as Entry
  return {
    level,
    first,
    says: `${counted(entries.length, one, many)}, ${level.toUpperCase()}${countedBy(entries, levelOf)}`,
  }
}

/** ` (1 loaded, 4 proved)` where they differ. */
function countedBy(entries: readonly Entry[], levelOf: (entry: Entry) => Level): string {
  const counts = levels.map((one) => [entries.filter((entry) => levelOf(entry) === one).length, one] as const)
  const some = counts.filter(([count]) => count > 0)
  return some.length < 2 ? '' : `, the lowest (${some.map(([count, one]) => `${count} ${one}`).join(', ')})`
}
