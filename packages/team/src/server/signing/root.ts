/** The root: made and signed off the server. It is believed only when the one before it, and it itself, say so. */
import { Metadata, MetadataKind, type Root } from '@tufjs/models'
import type { Actor } from '../actor.ts'
import type { Context } from '../context.ts'
import { Refusal } from '../refusal.ts'
import { putFile, rootsOf } from '../store/files.ts'
import type { Query } from '../store/index.ts'
import { append } from '../store/journal.ts'
import { lockTeam } from '../store/teams.ts'
import { asRootParts, onlineKeys, onlineRoles } from './keys.ts'
import { sha256 } from './tuf.ts'

const largestRoot = 256 * 1024

export interface SigningState {
  readonly onlineKeys: string
  readonly rootVersion: number
  readonly rootExpiresAt: string
  /** Of the first root: what enrolment codes carry. */
  readonly rootFingerprint: string
}

export async function signingState(q: Query, context: Context, team: string): Promise<SigningState> {
  const online = asRootParts(await onlineKeys(q, context, team))
  const roots = await rootsOf(q)
  const [first, newest] = [roots[0], roots.at(-1)]
  return {
    onlineKeys: JSON.stringify(online),
    rootVersion: newest?.version ?? 0,
    rootExpiresAt: newest === undefined ? '' : readRoot(newest.body).signed.expires,
    rootFingerprint: first === undefined ? '' : sha256(first.body),
  }
}

/** Answers whether it was the first. */
export async function setRoot(q: Query, context: Context, actor: Actor, bytes: Uint8Array): Promise<boolean> {
  await lockTeam(q)
  if (bytes.length > largestRoot) throw wrong(`it has more than ${largestRoot} bytes`)
  const next = readRoot(bytes)
  const before = (await rootsOf(q)).at(-1)
  const expected = (before?.version ?? 0) + 1
  const { version } = next.signed
  if (version !== expected)
    throw new Refusal('conflict', `this root has version ${version}; the next one is ${expected}`)
  if (next.signed.isExpired(new Date(context.now()))) throw wrong('it has expired')
  if (!next.signed.consistentSnapshot) throw wrong('consistent_snapshot is not true')
  if (before !== undefined) checkSigned(readRoot(before.body), next, `root ${before.version}`)
  checkSigned(next, next, 'its own keys')
  checkOnlineKeys(next.signed, asRootParts(await onlineKeys(q, context, actor.team)).keys)
  await putFile(q, actor.team, `${version}.root.json`, bytes, context.now())
  const detail = { version, sha256: sha256(bytes), expires: next.signed.expires }
  await append(q, actor.team, context.now(), { actor: actor.name, action: 'root.set', target: `${version}`, detail })
  return before === undefined
}

const wrong = (why: string) => new Refusal('invalid', `this root cannot be used: ${why}`)

function readRoot(bytes: Uint8Array): Metadata<Root> {
  try {
    return Metadata.fromJSON(MetadataKind.Root, JSON.parse(Buffer.from(bytes).toString('utf8')))
  } catch (thrown) {
    throw wrong(`it is no root metadata (${thrown instanceof Error ? thrown.message : String(thrown)})`)
  }
}

function checkSigned(by: Metadata<Root>, next: Metadata<Root>, whose: string): void {
  try {
    by.verifyDelegate('root', next)
  } catch (thrown) {
    throw wrong(`it is not signed as ${whose} asks for (${thrown instanceof Error ? thrown.message : String(thrown)})`)
  }
}

/** What this server signs must be what machines believe; and a root key that is on the server is none. */
function checkOnlineKeys(root: Root, online: Readonly<Record<string, unknown>>): void {
  const ours = new Set(Object.keys(online))
  for (const name of onlineRoles) {
    const role = root.roles[name]
    if (role === undefined || role.threshold !== 1 || !role.keyIDs.some((id) => ours.has(id)))
      throw wrong(`its role ${name} does not name this server's key with a threshold of 1`)
    const strange = role.keyIDs.find((id) => !ours.has(id))
    if (strange !== undefined) throw wrong(`its role ${name} names a key this server does not have: ${strange}`)
  }
  for (const [id, key] of Object.entries(online))
    if (JSON.stringify(root.keys[id]?.toJSON()) !== JSON.stringify(key)) throw wrong(`key ${id} is not this server's`)
  if (root.roles.root?.keyIDs.some((id) => ours.has(id)) === true)
    throw wrong("its role root names this server's own key: the root key stays off the server")
}
