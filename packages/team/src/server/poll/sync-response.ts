/** What a machine gets for a poll: whether its team has another revision than the machine. */
import type { Context } from '../context.ts'
import type { Machine } from '../devices/machines.ts'
import { encodeResponse, nextSeconds } from './team-cache.ts'

const emptyState = { revision: 0, unchanged: encodeResponse(0, false), changed: encodeResponse(0, true) }

/** A team without signed files is at revision 0. */
export const findState = ({ cache }: Context, team: string) => cache.forTeam(team) ?? emptyState

/** The response for polls through Connect: gRPC, gRPC-web, HTTP/2, or compressed. */
export function createSyncResponse(context: Context, machine: Machine, knownRevision: number) {
  machine.syncedAt = context.now()
  const { revision } = findState(context, machine.team)
  return { revision: BigInt(revision), changed: revision !== knownRevision, nextSeconds }
}
