/** Finds what a name means that is not a hook: a pack in use, or one of its rules. */
import { canDisable, type Entry, nearest } from '@hookline/core/node'
import { UsageError } from '../flags.ts'
import { oneLine } from '../text/plain.ts'

export interface Switchable {
  readonly kind: 'pack' | 'rule'
  /** `shell-guard`, or `shell-guard/force-push`. */
  readonly id: string
  /** The entries of the pack. */
  readonly entries: readonly Entry[]
}

/** Undefined if no pack in use has this name, and none has this rule. */
export function findSwitchable(name: string, entries: readonly Entry[]): Switchable | undefined {
  const whole = entries.filter((entry) => entry.pack === name)
  if (whole.length > 0) return { kind: 'pack', id: name, entries: whole }
  const [pack = '', ...rest] = name.split('/')
  const own = entries.filter((entry) => entry.pack === pack)
  const rule = rest.join('/')
  const ids = own[0]?.packRules?.().map(({ id }) => id) ?? []
  if (ids.includes(rule)) return { kind: 'rule', id: name, entries: own }
  const near = own.length === 0 ? undefined : nearest(rule, ids)
  if (near === undefined) return undefined
  throw new UsageError(`${pack} has no hook or rule ${JSON.stringify(oneLine(rule))}. Did you mean ${pack}/${near}?`)
}

/** The workspaces whose file has the pack; undefined stands for the user's own file. Managed packs do not count. */
export const rootsOf = ({ entries }: Switchable): readonly (string | undefined)[] => [
  ...new Set(entries.filter(canDisable).map(({ origin }) => origin.root)),
]
