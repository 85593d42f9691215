/** Signatures run out: they are made again in time, by whichever replica comes first. */

import type { Context } from '../context.ts'
import { hooksOnMachines } from '../hooks/published.ts'
import { signRevision } from '../hooks/revision.ts'
import { fileAt } from '../store/files.ts'
import type { Query } from '../store/index.ts'
import { append } from '../store/journal.ts'
import { lockTeam } from '../store/teams.ts'
import { onlineKeys } from './keys.ts'
import { lives, nextVersions, resignAfterMs, snapshotIn, writeTimestamp } from './repository.ts'
import { partOf, versionIn } from './tuf.ts'

export async function resignDue(context: Context): Promise<void> {
  const old = context.now() - resignAfterMs
  const due = await context.store.acrossTeams((q) =>
    q
      .selectFrom('files')
      .select(['team_id', 'changed_at'])
      .where('path', '=', 'timestamp.json')
      .where('changed_at', '<=', old)
      .execute(),
  )
  for (const { team_id: team, changed_at } of due) {
    await context.store.inTeam(team, (q) => resign(q, context, team, changed_at))
    await context.live.refresh(team)
  }
}

/** Only where nobody else did it since we looked. */
async function resign(q: Query, context: Context, team: string, seen: number): Promise<void> {
  const { revision } = await lockTeam(q)
  const { changed_at, body } = await q
    .selectFrom('files')
    .select(['changed_at', 'body'])
    .where('path', '=', 'timestamp.json')
    .executeTakeFirstOrThrow()
  if (changed_at !== seen) return
  const snapshot = await fileAt(q, `${snapshotIn(body)}.snapshot.json`)
  const half = context.now() + lives.snapshot / 2
  if (snapshot === undefined || Date.parse(String(partOf(snapshot).expires)) < half)
    return signAgain(q, context, team, revision, 'signed again before it runs out')
  await renewTimestamp(q, context, team, revision)
}

/** The same snapshot, a new timestamp: nothing changed, and that is news. The team is locked. */
async function renewTimestamp(q: Query, context: Context, team: string, revision: number): Promise<void> {
  const before = await fileAt(q, 'timestamp.json')
  const number = snapshotIn(before)
  const snapshot = await fileAt(q, `${number}.snapshot.json`)
  if (snapshot === undefined) return
  const { timestamp } = await nextVersions(q, context, team, revision)
  const { timestamp: key } = await onlineKeys(q, context, team)
  await writeTimestamp(q, context, team, { targets: revision, snapshot: number, timestamp }, snapshot, key)
}

/** What machines have, with new numbers and new signatures. */
async function signAgain(q: Query, context: Context, team: string, revision: number, note: string): Promise<void> {
  const hooks = await hooksOnMachines(q)
  await signRevision(q, context, team, revision, hooks, { author: 'the server', note })
}

/**
 * A database from an old backup: machines have seen higher numbers and refuse what is older. What it holds is signed again
 * above them, at the start.
 */
export async function catchUp(context: Context): Promise<void> {
  const teams = await context.store.acrossTeams((q) => q.selectFrom('teams').select('id').execute())
  for (const { id: team } of teams) {
    const highest = context.versions.of(team)
    const caught = await context.store.inTeam(team, async (q) => {
      const { revision } = await lockTeam(q)
      const timestamp = await fileAt(q, 'timestamp.json')
      if (timestamp === undefined || (revision >= highest.targets && versionIn(timestamp) >= highest.timestamp)) return
      await signAgain(q, context, team, revision, 'signed again: this database is older than what was signed before')
      await takeAllBack(q, context, team)
      return revision
    })
    if (caught === undefined) continue
    await context.live.refresh(team)
    context.log(
      `${team}: the database is from a backup: it knows revision ${caught}, ${highest.targets} was signed. It is signed again above that. ` +
        'Sessions, tokens, invitations and codes are ended. Look through members and devices: who was removed since is back.',
    )
  }
}

/** What was ended since the backup is good again in it: nobody knows what, so all of it ends. */
async function takeAllBack(q: Query, { now }: Context, team: string): Promise<void> {
  const members = q.selectFrom('members').select('account_id')
  await q.deleteFrom('sessions').where('account_id', 'in', members).execute()
  await q.deleteFrom('tokens').execute()
  await q.deleteFrom('links').execute()
  await q.updateTable('codes').set({ revoked_at: now() }).where('revoked_at', 'is', null).execute()
  await append(q, team, now(), { actor: 'the server', action: 'restored', target: team })
}
