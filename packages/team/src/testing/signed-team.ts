/** A team that has a root key, what its owner may do, and what its machines get signed. */
import type { StoreBench } from './each-store.ts'
import type { TestMachine } from './machine.ts'
import { uploadRoot } from './root.ts'
import { startTeam } from './server.ts'

/** `admin('Publish')` is a call of the owner. A refusal is returned with its code and message. */
export async function startSignedTeam(bench: StoreBench) {
  const started = await startTeam(bench)
  const { owner, teamId } = started
  await uploadRoot(owner, teamId)
  const admin = async (method: string, body: object = {}) => {
    const answer = await owner.call(`AdminService/${method}`, { teamId, ...body })
    return answer.status === 200 ? answer.body : { refused: answer.body.code, message: answer.body.message }
  }
  return { ...started, admin }
}

/** The signed list, as a machine gets it. */
export async function readBundle({ teamId, get: request }: TestMachine) {
  // biome-ignore lint/suspicious/noExplicitAny: tests check the raw response
  const get = async (path: string): Promise<any> => (await request(`/repo/${teamId}/${path}`)).json()
  const { signed: timestamp } = await get('metadata/timestamp.json')
  const { signed: snapshot } = await get(`metadata/${timestamp.meta['snapshot.json'].version}.snapshot.json`)
  const { signed: targets } = await get(`metadata/${snapshot.meta['targets.json'].version}.targets.json`)
  return get(`targets/${targets.targets['bundle.json'].hashes.sha256}.bundle.json`)
}
