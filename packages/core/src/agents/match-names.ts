/** Compares a matcher with names as the dialect of its hook does: a list of exact words, or an expression. Pure. */
import type { Dialect } from '../ports.ts'
import type { EventName } from '../protocol/events/index.ts'

/** `matches` runs an expression. */
export function matchesNames(
  dialect: Pick<Dialect, 'exact' | 'anchored'> | undefined,
  event: EventName,
  matcher: string,
  names: readonly string[],
  matches: (expression: string, names: readonly string[]) => boolean,
): boolean {
  const exact = dialect?.exact?.(matcher, event)
  if (exact !== undefined) return exact.some((word) => word === '' || names.includes(word))
  const isAnchored = dialect?.anchored === true && matcher !== '' && matcher !== '*'
  return matches(isAnchored ? `^(?:${matcher})$` : matcher, names)
}
