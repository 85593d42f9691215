/** Does the regular work of all teams. */
import type { Store } from './store/index.ts'

/** The part of the context that this needs. */
interface Services {
  readonly store: Store
  log(line: string): void
}

/**
 * One team after the other, or some at once if the work waits for others than the database. A team for which it fails is logged,
 * and does not keep the others from their turn.
 */
export async function forEachTeam(
  { store, log }: Services,
  teams: readonly string[],
  act: (team: string) => Promise<void>,
  atOnce = 1,
): Promise<void> {
  const remaining = teams.values()
  const work = async () => {
    for (const team of remaining) {
      try {
        await act(team)
      } catch (thrown) {
        // It would fail for the next team too.
        if (store.isUnavailable(thrown)) throw thrown
        log(`team ${team}: ${thrown instanceof Error ? (thrown.stack ?? thrown.message) : String(thrown)}`)
      }
    }
  }
  const ended = await Promise.allSettled(Array.from({ length: atOnce }, work))
  for (const result of ended) if (result.status === 'rejected') throw result.reason
}
