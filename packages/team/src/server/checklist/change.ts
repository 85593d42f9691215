/** What an owner says about the set-up: that the list is hidden, and that the root keys have a backup. */
import type { Actor } from '../actor.ts'
import type { Context } from '../context.ts'
import { Refusal } from '../refusal.ts'
import { readRootKeyIds } from '../signing/root.ts'
import { recordEvent } from '../store/audit-log.ts'
import type { Query } from '../store/index.ts'
import { isChecklistHidden } from './read.ts'

export async function hideChecklist(q: Query, { now }: Context, actor: Actor, isHidden: boolean): Promise<void> {
  if ((await isChecklistHidden(q)) === isHidden) return
  const action = isHidden ? 'checklist.hidden' : 'checklist.shown'
  await recordEvent(q, actor.team, now(), { actor: actor.name, action, target: actor.team })
  await q
    .updateTable('teams')
    .set({ checklist_hidden_at: isHidden ? now() : 0 })
    .execute()
}

export async function confirmRootBackup(q: Query, { now }: Context, actor: Actor): Promise<void> {
  const keys = await readRootKeyIds(q)
  if (keys === '')
    throw new Refusal(
      'precondition',
      'this team has no root key yet. An owner creates it with: hookline team keygen <url>',
    )
  await recordEvent(q, actor.team, now(), { actor: actor.name, action: 'root.backed-up', target: actor.team })
  await q.updateTable('teams').set({ root_backup: keys }).execute()
}
