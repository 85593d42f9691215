/** Does the regular work of all teams. */
import type { Store } from './store/index.ts'

/** The part of the context that this needs. */
interface Services {
  readonly store: Store
  log(line: string): void
}

/** One team after the other. A team for which it fails is logged, and does not keep the others from their turn. */
export async function forEachTeam(
  { store, log }: Services,
  teams: readonly string[],
  act: (team: string) => Promise<void>,
): Promise<void> {
  for (const team of teams) {
    try {
      await act(team)
    } catch (thrown) {
      // It would fail for the next team too.
      if (store.isUnavailable(thrown)) throw thrown
      log(`team ${team}: ${thrown instanceof Error ? (thrown.stack ?? thrown.message) : String(thrown)}`)
    }
  }
}
