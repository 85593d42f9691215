/** Entries that the person switched off, kept in their state. Managed entries are out of its reach (CONTRACT §4). */
import { byEvent } from '../config.ts'
import type { Config, Entry, Problem } from '../flow.ts'
import { isObject } from '../schema.ts'
import { readState } from './state-file.ts'

export interface Disabled {
  /** An entry's id, or its name where that is unique. */
  readonly id: string
  /** Milliseconds since 1970; absent: until it is switched on again. */
  readonly until?: number
}
export interface DisabledRead {
  readonly disabled: readonly Disabled[]
  readonly problems: readonly Problem[]
}

/** `{ "version": 1, "disabled": [ "<id or name>", { "id": "…", "until": "2026-01-01T00:00:00Z" } ] }` */
export function readDisabled(file: string): DisabledRead {
  const found = readState(file)
  if (found.kind === 'missing') return { disabled: [], problems: [] }
  if (found.kind === 'corrupt') return { disabled: [], problems: [found.problem] }
  const list = Array.isArray(found.value.disabled) ? found.value.disabled : []
  return { disabled: list.flatMap(one), problems: [] }
}

/** A time that cannot be read has passed: in doubt the hook runs. */
function one(value: unknown): readonly Disabled[] {
  if (typeof value === 'string') return [{ id: value }]
  if (!isObject(value) || typeof value.id !== 'string') return []
  if (value.until === undefined || value.until === null) return [{ id: value.id }]
  const until = typeof value.until === 'number' ? value.until : Date.parse(String(value.until))
  return [{ id: value.id, until: Number.isNaN(until) ? 0 : until }]
}

export function withoutDisabled(config: Config, { disabled, problems }: DisabledRead, now: number): Config {
  const active = disabled.filter((item) => item.until === undefined || item.until > now)
  if (active.length === 0)
    return problems.length === 0 ? config : { ...config, problems: [...config.problems, ...problems] }
  const names = countNames(config.entries)
  const entries = config.entries.map((entry) => {
    const by = active.find((item) => item.id === entry.id || (item.id === entry.name && names.get(item.id) === 1))
    return by === undefined || !canSwitchOff(entry) ? entry : { ...entry, held: heldBy(by) }
  })
  return { ...config, entries, byEvent: byEvent(entries), problems: [...config.problems, ...problems] }
}

const canSwitchOff = (entry: Entry): boolean =>
  entry.origin.source !== 'enterprise' && entry.origin.source !== 'team' && entry.broken === undefined

const heldBy = ({ id, until }: Disabled): NonNullable<Entry['held']> => ({
  why: 'disabled',
  detail: `switched off${until === undefined ? '' : ` until ${new Date(until).toISOString()}`}; run: hookline enable ${id}`,
})

function countNames(entries: readonly Entry[]): ReadonlyMap<string, number> {
  const counts = new Map<string, number>()
  for (const { name } of entries) if (name !== undefined) counts.set(name, (counts.get(name) ?? 0) + 1)
  return counts
}

/** When the next one runs again; Infinity when none does by itself. */
export const nextEnd = ({ disabled }: DisabledRead, now: number): number =>
  Math.min(
    ...disabled.flatMap(({ until }) => (until !== undefined && until > now ? [until] : [])),
    Number.POSITIVE_INFINITY,
  )
