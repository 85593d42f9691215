/** Reports the hooks that an agent runs: one line for those at gates, one for those that only observe. */
import type { Entry } from '@hookline/core/node'
import { counted } from '../text/entry-text.ts'
import { type Finding, type Level, levels, lowest } from './finding.ts'
import { nextAfter } from './next.ts'

export interface HookGroup {
  /** The agent that runs them. */
  readonly subject: string
  readonly entries: readonly Entry[]
  levelOf(entry: Entry): Level
  /** The next command for an entry that is only configured, or undefined for the usual one. */
  nextFor(entry: Entry): string | undefined
  /** How far they guard while there is an obstacle. */
  readonly guards?: string
  /** The text that is shown if all are proved. */
  readonly seen: string
}

export function gateFinding(group: HookGroup, failed: ReadonlySet<string>): Finding {
  const { subject, entries } = group
  const { level, first, says } = summarise(group, 'hook at gates', 'hooks at gates')
  const isOff = entries.every((entry) => group.levelOf(entry) === 'configured' && entry.trust !== 'changed')
  const base = {
    area: 'agents',
    subject,
    says: isOff ? `${says}: ${group.guards ?? 'nothing guards here'}` : says,
  } as const
  if (entries.some(({ id }) => failed.has(id)))
    return { ...base, state: 'fail', next: `hookline trigger ${first.event} --explain` }
  if (level === 'proved') return { ...base, state: 'ok', says: `${says}: ${group.seen}` }
  return { ...base, state: 'not-proved', next: nextCommand(group, level, first) }
}

/** An observing hook may have side effects whenever it runs, so doctor does not run it. */
export function observerFinding(group: HookGroup): Finding {
  const { level, first, says } = summarise(group, 'observing hook', 'observing hooks')
  return {
    area: 'agents',
    subject: group.subject,
    state: 'not-proved',
    says: `${says}; doctor does not run observing hooks, which may have side effects`,
    next: level === 'matched' ? `hookline trigger ${first.event}` : nextCommand(group, level, first),
  }
}

const nextCommand = ({ nextFor }: HookGroup, level: Level, first: Entry): string =>
  (level === 'configured' ? nextFor(first) : undefined) ?? nextAfter(level, first)

function summarise({ entries, levelOf }: HookGroup, one: string, many: string) {
  const level = lowest(entries.map(levelOf)) ?? 'configured'
  // A group has at least one entry, and `level` is the level of one of them.
  const first = entries.find((entry) => levelOf(entry) === level) as Entry
  return {
    level,
    first,
    says: `${counted(entries.length, one, many)}, ${level.toUpperCase()}${countedBy(entries, levelOf)}`,
  }
}

/** ` (1 loaded, 4 proved)` if the levels differ. */
function countedBy(entries: readonly Entry[], levelOf: (entry: Entry) => Level): string {
  const counts = levels.map((one) => [entries.filter((entry) => levelOf(entry) === one).length, one] as const)
  const some = counts.filter(([count]) => count > 0)
  return some.length < 2 ? '' : ` at the lowest (${some.map(([count, one]) => `${count} ${one}`).join(', ')})`
}
