import type { Context } from '../../context.ts'
import { findGap } from '../../coverage/assess.ts'
import { agentTitle, countCoverage, findUnseenVersions } from '../../coverage/summary.ts'
import { readDevice } from '../../devices/manage.ts'
import { readRefusedUpdates } from '../../devices/refused-updates.ts'
import { countNumbers, type Range } from '../../reports/ranges.ts'
import type { Row } from '../../store/index.ts'
import { toDeviceMessage } from './devices.ts'
import { isoTime, type Methods } from './methods.ts'
import { getActor } from './require-role.ts'

export const createCoverageMethods = (context: Context) =>
  ({
    async getCoverage(_request, handler) {
      const { team } = getActor(handler)
      const [counts, unseen] = await context.store.inTeam(
        team,
        async (q) => [await countCoverage(q), await findUnseenVersions(q)] as const,
      )
      const devices = Object.values(counts).reduce((sum, n) => sum + n, 0)
      const unseenVersions = unseen.map((one) => ({ ...one, title: agentTitle(one.agent) }))
      return { devices, ...counts, unseenVersions }
    },
    async getDevice({ deviceId }, handler) {
      const { team } = getActor(handler)
      const [device, agents, refused] = await context.store.inTeam(team, async (q) => {
        const row = await readDevice(q, deviceId)
        const list = q.selectFrom('device_agents').selectAll().where('device_id', '=', deviceId).orderBy('agent')
        return [row, await list.execute(), await readRefusedUpdates(q, deviceId)] as const
      })
      return {
        device: toDeviceMessage(device),
        agents: agents.map((agent) => toAgentMessage(agent, context.now())),
        coveredAt: timeOrEmpty(device.covered_at),
        guardedAt: timeOrEmpty(device.guarded_at),
        ...(device.canary_at === 0 ? {} : { canary: toCanaryMessage(device) }),
        lastDecisionAt: timeOrEmpty(device.last_decision_at),
        missingReports: BigInt(countNumbers(JSON.parse(device.missing) as Range[])), // The server wrote this JSON.
        refusedUpdates: refused.map(({ began_at, ended_at, revision, reason }) => ({
          ...{ beganAt: isoTime(began_at), endedAt: timeOrEmpty(ended_at), revision: BigInt(revision), reason },
        })),
      }
    },
  }) satisfies Methods

/** 0 means never. */
const timeOrEmpty = (ms: number): string => isoTime(ms === 0 ? null : ms)

const toAgentMessage = (row: Row<'device_agents'>, now: number) => ({
  agent: row.agent,
  title: agentTitle(row.agent),
  version: row.version,
  connection: row.connection,
  lastEvent: row.last_event,
  lastAskedAt: timeOrEmpty(row.last_asked_at),
  lastUsedAt: timeOrEmpty(row.last_used_at),
  proof: row.proof,
  provedAt: timeOrEmpty(row.proved_at),
  gap: findGap(row, now) ?? '',
})

function toCanaryMessage({ canary_at, canary_state, canary }: Row<'devices'>) {
  // The server wrote this JSON.
  const { proved, failed } = JSON.parse(canary) as { readonly proved: string[]; readonly failed: string[] }
  return { at: isoTime(canary_at), state: canary_state, proved, failed }
}
