/**
 * A preview: machines judge the packs and rules of a draft over their own logs, and report counts alone. Nothing of a draft
 * runs: no script, module, prompt or request. Server and machines apply the same limits. The author of the rules chooses the
 * questions, so the limits also keep the counts from spelling out what is in a log.
 */
import type { BundledHook } from './bundle.ts'
import type { HookKind } from './hook-kinds.ts'

export const previewLimits = {
  leastDays: 1,
  mostDays: 30,
  defaultDays: 7,
  /** A machine judges at most so many records, the newest ones. So no count of a machine can be higher. */
  events: 20_000,
  /** Of one preview. Each hook is a question about the log. */
  hooks: 100,
  /** The hooks of one preview as JSON. */
  bytes: 256 * 1024,
  /** A machine judges so many previews of a team in 24 hours. */
  perDay: 10,
  /** The counts of single hooks are shown if at least so many machines have answered. */
  leastMachines: 5,
  /** The most work of one search for an expression: instructions times characters. Above it, a call could not be judged. */
  searchWork: 1_000_000,
} as const

/** The largest of 0, 10, 100, 1000 and so on that is not more than the count. */
export const toStep = (count: number): number => (count < 10 ? 0 : 10 ** (String(Math.floor(count)).length - 1))

/** Returns why a preview asks too much at once. */
export function findPreviewProblem(hooks: readonly unknown[]): string | undefined {
  if (hooks.length > previewLimits.hooks)
    return `it has ${hooks.length} hooks, and at most ${previewLimits.hooks} can be previewed at once`
  const bytes = Buffer.byteLength(JSON.stringify(hooks))
  return bytes > previewLimits.bytes
    ? `its hooks have ${bytes} bytes, and at most ${previewLimits.bytes} can be previewed at once`
    : undefined
}

/** A client that does not know previews ignores this. */
export interface BundledPreview {
  /** The revision that asked. */
  readonly id: number
  readonly days: number
  /** Changed packs and rules, and no other kind. */
  readonly hooks: readonly BundledHook[]
}

/** The kinds of hooks that can be judged without running anything. */
export const isJudged = (kind: HookKind): boolean => kind === 'pack' || kind === 'rule'

export interface PreviewHookNumbers {
  readonly hookId: number
  readonly denies: number
  readonly asks: number
  readonly unjudged: number
}

export interface PreviewNumbers {
  readonly events: number
  readonly denies: number
  readonly newDenies: number
  readonly asks: number
  readonly unjudged: number
}

const isCount = (value: number, most: number): boolean => Number.isSafeInteger(value) && value >= 0 && value <= most

/** Returns what is wrong with the counts of a machine. `known` are the hooks of the preview. */
export function findCountProblem(
  numbers: PreviewNumbers,
  hooks: readonly PreviewHookNumbers[],
  known: ReadonlySet<number>,
): string | undefined {
  const { events, denies, newDenies, asks, unjudged } = numbers
  if (!isCount(events, previewLimits.events)) return `events must be an integer from 0 to ${previewLimits.events}`
  if (![denies, newDenies, asks, unjudged].every((count) => isCount(count, events)) || newDenies > denies)
    return 'the counts must be integers from 0 to the number of events'
  if (denies + asks + unjudged > events) return 'the counts together are more than the number of events'
  if (new Set(hooks.map(({ hookId }) => hookId)).size !== hooks.length) return 'a hook occurs twice'
  const stranger = hooks.find(({ hookId }) => !known.has(hookId))
  if (stranger !== undefined) return `hook ${stranger.hookId} is not one of the preview`
  const isWrong = hooks.some(
    (hook) => ![hook.denies, hook.asks, hook.unjudged].every((count) => isCount(count, events)),
  )
  return isWrong ? 'the counts of a hook must be integers from 0 to the number of events' : undefined
}
