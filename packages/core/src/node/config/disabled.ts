/** The hooks that the user disabled, kept in the state directory. Managed hooks only where their source allows it (CONTRACT §4). */
import { isManagedSource } from '../../agents/sources.ts'
import { byEvent } from '../../config.ts'
import type { Config, Entry, Problem, Settings } from '../../flow.ts'
import type { Platform } from '../../ports.ts'
import { isObject } from '../../schema.ts'
import { disabledFile } from '../../sources/locations.ts'
import { backUpUnreadable, readState, writeState } from '../system/state-file.ts'

export interface Disabled {
  /** An entry's id, or its name where that is unique; the name of a pack; or `<pack>/<rule>`. */
  readonly id: string
  /** `pack`: all hooks of the pack. `rule`: one rule of a pack. Absent: one hook. */
  readonly kind?: 'pack' | 'rule'
  /**
   * The workspace of the entry. Without it, entries with that id are disabled in every workspace. Packs and rules without it
   * are those of the user's own file.
   */
  readonly root?: string
  /** Milliseconds since 1970. Without it, the hook stays disabled until it is enabled again. */
  readonly until?: number
  /** When it was disabled, as ISO time. */
  readonly at?: string
  /** Why a managed hook was disabled. */
  readonly reason?: string
}
export interface DisabledList {
  readonly disabled: readonly Disabled[]
  readonly problems: readonly Problem[]
}

/** `{ "version": 1, "disabled": [ "<id or name>", { "id": "…", "root": "/work", "until": "2026-01-01T00:00:00Z" } ] }` */
export function readDisabled(file: string): DisabledList {
  const found = readState(file)
  if (found.kind === 'missing') return { disabled: [], problems: [] }
  if (found.kind === 'corrupt') return { disabled: [], problems: [found.problem] }
  const list = Array.isArray(found.value.disabled) ? found.value.disabled : []
  return { disabled: list.flatMap(readItem), problems: [] }
}

/** An unreadable `until` counts as passed: in doubt the hook runs. */
function readItem(value: unknown): readonly Disabled[] {
  if (typeof value === 'string') return [{ id: value }]
  if (!isObject(value) || typeof value.id !== 'string') return []
  const { kind } = value
  // A kind of a newer version means something that this one does not know.
  if (kind !== undefined && kind !== 'pack' && kind !== 'rule') return []
  const known: Disabled = {
    id: value.id,
    ...(kind === undefined ? {} : { kind }),
    ...(typeof value.at === 'string' ? { at: value.at } : {}),
    ...(typeof value.root === 'string' ? { root: value.root } : {}),
    ...(typeof value.reason === 'string' ? { reason: value.reason } : {}),
  }
  if (value.until === undefined || value.until === null) return [known]
  const until = typeof value.until === 'number' ? value.until : Date.parse(String(value.until))
  return [{ ...known, until: Number.isNaN(until) ? 0 : until }]
}

/** Marks the disabled entries as skipped. */
export function applyDisabled(config: Config, { disabled, problems }: DisabledList, now: number): Config {
  const active = disabled.filter((item) => item.until === undefined || item.until > now)
  if (active.length === 0)
    return problems.length === 0 ? config : { ...config, problems: [...config.problems, ...problems] }
  const names = countNames(config.entries)
  const entries = config.entries.map((entry) => {
    const isOverride = canBreakGlass(entry, config.settings)
    if (!canDisable(entry) && !isOverride) return entry
    const items = isOverride ? active.filter((item) => isShortOverride(item, now)) : active
    const by = items.find((item) =>
      item.kind === undefined
        ? appliesTo(item, entry) && (item.id === entry.id || (item.id === entry.name && names.get(item.id) === 1))
        : item.kind === 'pack' && item.id === entry.pack && item.root === entry.origin.root,
    )
    if (by !== undefined)
      return { ...entry, held: isOverride ? overrideReason(by) : skipReason(by, nameFor(by, entry, names)) }
    return isOverride ? entry : withoutDisabledRules(entry, active)
  })
  return { ...config, entries, byEvent: byEvent(entries), problems: [...config.problems, ...problems] }
}

/** The same id can exist in several workspaces: a copy of a hook in another repository is another hook. */
const appliesTo = ({ root }: Disabled, { origin }: Entry): boolean => root === undefined || root === origin.root

/** The entry as if its pack did not have the rules that are disabled. */
function withoutDisabledRules(entry: Entry, active: readonly Disabled[]): Entry {
  const { pack, packRules, withoutRules, origin } = entry
  if (packRules === undefined || withoutRules === undefined || !active.some(({ kind }) => kind === 'rule')) return entry
  const known = new Set(packRules().map(({ id }) => id))
  const disabledRules = active.flatMap(({ kind, id, root, until }) => {
    const rule = kind === 'rule' && root === origin.root && id.startsWith(`${pack}/`) ? id.slice(`${pack}/`.length) : ''
    return known.has(rule) ? [{ id: rule, ...(until === undefined ? {} : { until }) }] : []
  })
  if (disabledRules.length === 0) return entry
  return { ...entry, ...withoutRules(disabledRules.map(({ id }) => id)), disabledRules }
}

/** The user cannot disable managed entries, or entries that represent a closed gate. */
export const canDisable = (entry: Entry): boolean => !isManagedSource(entry.origin.source) && entry.broken === undefined

/** Whether the source of a managed entry lets a person turn it off for a short time. A team decides only for its own hooks. */
export const canBreakGlass = ({ origin, broken }: Entry, settings: readonly Settings[] = []): boolean =>
  isManagedSource(origin.source) &&
  broken === undefined &&
  settings.some(
    ({ source, file, values, onlyAdds }) =>
      source === origin.source &&
      values.breakGlass === true &&
      ((source === 'enterprise' && onlyAdds !== true) || file === origin.file),
  )

export const longestOverrideMs = 60 * 60_000

/** Whether it has a reason and ends in time, counted from when it was made and from now: the clock may have been changed. */
function isShortOverride({ reason = '', at = '', until }: Disabled, now: number): boolean {
  const made = Date.parse(at)
  if (reason.trim() === '' || until === undefined || Number.isNaN(made)) return false
  return until - made <= longestOverrideMs && until - now <= longestOverrideMs && made <= now
}

const overrideReason = ({ until, reason = '' }: Disabled): NonNullable<Entry['held']> => ({
  why: 'break-glass',
  detail: `turned off until ${new Date(until ?? 0).toISOString()}: ${reason}`,
})

const skipReason = ({ until }: Disabled, name: string): NonNullable<Entry['held']> => ({
  why: 'disabled',
  detail: `switched off${until === undefined ? '' : ` until ${new Date(until).toISOString()}`}; run: hookline enable ${name}`,
})

/** The name that the person knows, if only this entry has it. The list itself has ids. */
const nameFor = ({ kind, id }: Disabled, { name = id }: Entry, names: ReadonlyMap<string, number>): string =>
  kind === undefined && names.get(name) === 1 ? name : id

function countNames(entries: readonly Entry[]): ReadonlyMap<string, number> {
  const counts = new Map<string, number>()
  for (const { name } of entries) if (name !== undefined) counts.set(name, (counts.get(name) ?? 0) + 1)
  return counts
}

/** When the next entry is enabled again by itself; Infinity if none is. */
export const nextExpiry = ({ disabled }: DisabledList, now: number): number =>
  Math.min(
    ...disabled.flatMap(({ until }) => (until !== undefined && until > now ? [until] : [])),
    Number.POSITIVE_INFINITY,
  )

/** The same list, for commands that change it. Writing may throw file system errors. */
export interface DisabledStore {
  readonly file: string
  /** The entries that are disabled at that time. */
  list(now: number): readonly Disabled[]
  add(item: Disabled, now: number): void
  /** Returns whether anything was removed. With `root`, only items of that workspace and items without a root are removed. */
  remove(id: string, now: number, root?: string): boolean
}

export function createDisabledStore(platform: Platform): DisabledStore {
  const file = disabledFile(platform)
  const list = (now: number) => readDisabled(file).disabled.filter(({ until }) => until === undefined || until > now)
  return {
    file,
    list,
    add: (item, now) => save(file, [...list(now).filter(({ id, root }) => id !== item.id || root !== item.root), item]),
    remove(id, now, root) {
      const all = list(now)
      const isOther = (item: Disabled) => root !== undefined && item.root !== undefined && item.root !== root
      const rest = all.filter((item) => item.id !== id || isOther(item))
      if (rest.length < all.length) save(file, rest)
      return rest.length < all.length
    },
  }
}

function save(file: string, items: readonly Disabled[]): void {
  if (readState(file).kind === 'corrupt') backUpUnreadable(file)
  const disabled = items.map(({ until, ...item }) => ({
    ...item,
    ...(until === undefined ? {} : { until: new Date(until).toISOString() }),
  }))
  writeState(file, { version: 1, disabled })
}
