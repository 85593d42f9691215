/** Computes which steps of the set-up a team has done. */
import type { ChecklistStepId } from '../../wire/checklist.ts'
import { readRootKeyIds } from '../signing/root.ts'
import { readMembers } from '../store/accounts.ts'
import type { Query } from '../store/index.ts'

type StepChecks = Readonly<Record<ChecklistStepId, (q: Query) => Promise<boolean>>>

const checks: StepChecks = {
  'root-key': async (q) => (await readRootKeyIds(q)) !== '',
  'root-backup': async (q) => {
    const { root_backup } = await q.selectFrom('teams').select('root_backup').executeTakeFirstOrThrow()
    // After a rotation there are other key files, which need a backup again.
    return root_backup !== '' && root_backup === (await readRootKeyIds(q))
  },
  hooks: async (q) =>
    isFound(await q.selectFrom('revisions').select('revision').where('hooks', '>', 0).limit(1).execute()),
  device: async (q) =>
    isFound(await q.selectFrom('devices').select('id').where('revoked_at', 'is', null).limit(1).execute()),
  agent: async (q) =>
    isFound(
      await selectAgents(q)
        .where((e) => e.or([e('last_asked_at', '>', 0), e('proof', '=', 'proved')]))
        .limit(1)
        .execute(),
    ),
  proof: async (q) => {
    const agents = await selectAgents(q).where('proof', '=', 'proved').limit(1).execute()
    const devices = q.selectFrom('devices').select('id').where('revoked_at', 'is', null)
    return isFound(agents) || isFound(await devices.where('canary_state', '=', 'proved').limit(1).execute())
  },
  'second-factor': async (q) => {
    const owners = (await readMembers(q)).filter(({ role }) => role === 'owner')
    // The identity provider decides about the second factor of the members that it manages.
    return owners.every(
      ({ totp_confirmed, keys, managed_by }) => totp_confirmed === 1 || (keys ?? 0) > 0 || managed_by !== '',
    )
  },
  alarms: async (q) =>
    isFound(await q.selectFrom('alarm_settings').select('team_id').where('delivered_at', '>', 0).limit(1).execute()),
}

const isFound = (rows: readonly unknown[]): boolean => rows.length > 0

/** Of devices that are not revoked. */
const selectAgents = (q: Query) =>
  q
    .selectFrom('device_agents')
    .innerJoin('devices', 'devices.id', 'device_agents.device_id')
    .select('device_agents.agent')
    .where('devices.revoked_at', 'is', null)

export async function readDoneSteps(q: Query): Promise<ReadonlySet<string>> {
  const done = new Set<string>()
  for (const [id, isDone] of Object.entries(checks)) if (await isDone(q)) done.add(id)
  return done
}

export async function isChecklistHidden(q: Query): Promise<boolean> {
  const { checklist_hidden_at } = await q.selectFrom('teams').select('checklist_hidden_at').executeTakeFirstOrThrow()
  return checklist_hidden_at > 0
}
