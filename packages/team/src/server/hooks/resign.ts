/** Signs metadata again before it expires. The first replica that notices does it. */

import type { Context } from '../context.ts'
import { forEachTeam } from '../each-team.ts'
import { onlineKeys } from '../signing/keys.ts'
import { lifetimes, nextVersions, readSnapshotVersion, resignAfterMs, writeTimestamp } from '../signing/repository.ts'
import { readSignedPart, readVersionNumber } from '../signing/tuf.ts'
import { recordEvent } from '../store/audit-log.ts'
import { readStoredFile } from '../store/files.ts'
import type { Query } from '../store/index.ts'
import { endPauses } from '../store/pauses.ts'
import { endPreviews } from '../store/previews.ts'
import { endRollout } from '../store/rollouts.ts'
import { lockTeam } from '../store/teams.ts'
import { readHooksOnMachines } from './read-hooks-on-machines.ts'
import { signRevision } from './revision.ts'

export async function resignDue(context: Context): Promise<void> {
  const before = context.now() - resignAfterMs
  const dueFiles = await context.store.acrossTeams((q) =>
    q
      .selectFrom('files')
      .select(['team_id', 'changed_at'])
      .where('path', '=', 'timestamp.json')
      .where('changed_at', '<=', before)
      .execute(),
  )
  const changes = new Map(dueFiles.map(({ team_id, changed_at }) => [team_id, changed_at]))
  await forEachTeam(context, [...changes.keys()], async (team) => {
    await context.store.inTeam(team, (q) => signIfDue(q, context, team, changes.get(team) ?? 0))
    await context.cache.refresh(team)
  })
}

/** Does nothing if another replica has signed in the meantime. */
async function signIfDue(q: Query, context: Context, team: string, expectedChange: number): Promise<void> {
  const { revision } = await lockTeam(q)
  const { changed_at, body } = await q
    .selectFrom('files')
    .select(['changed_at', 'body'])
    .where('path', '=', 'timestamp.json')
    .executeTakeFirstOrThrow()
  if (changed_at !== expectedChange) return
  const snapshot = await readStoredFile(q, `${readSnapshotVersion(body)}.snapshot.json`)
  const latestExpiry = context.now() + lifetimes.snapshot / 2
  if (snapshot === undefined || Date.parse(String(readSignedPart(snapshot).expires)) < latestExpiry)
    return signAgain(q, context, team, revision, 'signed again before it expires')
  await renewTimestamp(q, context, team, revision)
}

/** Signs a new timestamp for the same snapshot, so that machines see that nothing changed. The caller has locked the team. */
async function renewTimestamp(q: Query, context: Context, team: string, revision: number): Promise<void> {
  const before = await readStoredFile(q, 'timestamp.json')
  const number = readSnapshotVersion(before)
  const snapshot = await readStoredFile(q, `${number}.snapshot.json`)
  if (snapshot === undefined) return
  const { timestamp } = await nextVersions(q, context, team, revision)
  const { timestamp: key } = await onlineKeys(q, context, team)
  await writeTimestamp(q, context, team, { targets: revision, snapshot: number, timestamp }, snapshot, key)
}

/** Signs the published hooks again with new version numbers. */
async function signAgain(q: Query, context: Context, team: string, revision: number, note: string): Promise<void> {
  const hooks = await readHooksOnMachines(q)
  await signRevision(q, context, team, revision, hooks, { author: 'the server', note })
}

/**
 * Handles a database from an old backup at the start: machines have seen higher versions and refuse older ones, so the
 * content of the database is signed again with higher versions.
 */
export async function signAfterRestore(context: Context): Promise<void> {
  const teams = await context.store.acrossTeams((q) => q.selectFrom('teams').select('id').execute())
  for (const { id: team } of teams) {
    const highest = context.versions.of(team)
    const restoredRevision = await context.store.inTeam(team, async (q) => {
      const { revision } = await lockTeam(q)
      const timestamp = await readStoredFile(q, 'timestamp.json')
      if (timestamp === undefined || (revision >= highest.targets && readVersionNumber(timestamp) >= highest.timestamp))
        return
      // A pause that was ended after the backup must not come back, and neither must a rollout that was stopped.
      await endPauses(q, context.now(), 'the server')
      await endPreviews(q, context.now())
      await endRollout(q, context.now(), { state: 'stopped', by: 'the server', reason: 'the database was restored' })
      await signAgain(q, context, team, revision, 'signed again: the database was restored from an older backup')
      await revokeEverything(q, context, team)
      return revision
    })
    if (restoredRevision === undefined) continue
    await context.cache.refresh(team)
    context.log(
      `${team}: the database was restored from a backup: it has revision ${restoredRevision}, but revision ${highest.targets} was already signed. Its hooks were signed again with a higher revision. ` +
        'All sessions, tokens, invitations and codes are revoked. Check the members and devices: those removed after the backup are back.',
    )
  }
}

/** Revokes all credentials: some of them may have been revoked after the backup, and the database does not show which. */
async function revokeEverything(q: Query, { now }: Context, team: string): Promise<void> {
  const members = q.selectFrom('members').select('account_id')
  await q.deleteFrom('sessions').where('account_id', 'in', members).execute()
  await q.deleteFrom('tokens').execute()
  await q.deleteFrom('service_tokens').execute()
  await q.deleteFrom('links').execute()
  await q.updateTable('codes').set({ revoked_at: now() }).where('revoked_at', 'is', null).execute()
  await recordEvent(q, team, now(), { actor: 'the server', action: 'restored', target: team })
}
