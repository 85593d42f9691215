/** Runs work that signs a revision, within a rate limit: every machine installs each of them. */
import { countAttempt } from '../../accounts/attempts.ts'
import type { Actor } from '../../actor.ts'
import type { Context } from '../../context.ts'
import type { Query } from '../../store/index.ts'

/** This limits a program that loops. */
const maxSigned = 60

export const createSigner =
  (context: Context) =>
  async <T>(actor: Actor, work: (q: Query) => Promise<T>): Promise<T> => {
    await countAttempt(context, [{ key: `incident ${actor.team}`, most: maxSigned }])
    const done = await context.store.inTeam(actor.team, work)
    await context.cache.refresh(actor.team)
    return done
  }
