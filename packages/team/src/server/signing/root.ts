/** The root: made and signed off the server. It is believed only when the one before it, and it itself, say so. */
import { type Key, Metadata, MetadataKind, type Root } from '@tufjs/models'
import type { Actor } from '../actor.ts'
import type { Context } from '../context.ts'
import { Refusal } from '../refusal.ts'
import { putFile, rootsOf } from '../store/files.ts'
import type { Query } from '../store/index.ts'
import { append } from '../store/journal.ts'
import { lockTeam } from '../store/teams.ts'
import {
  asRootParts,
  makeNextKeys,
  nextKeys,
  type OnlineKeys,
  type OnlineRole,
  onlineKeys,
  onlineRoles,
  useNextKeys,
} from './keys.ts'
import { sha256 } from './tuf.ts'

const largestRoot = 256 * 1024

export interface SigningState {
  readonly onlineKeys: string
  readonly rootVersion: number
  readonly rootExpiresAt: string
  /** Of the first root: what enrolment codes carry. */
  readonly rootFingerprint: string
  readonly root: Uint8Array
}

/** `online`: the keys to be named; default: those in use. */
export async function signingState(
  q: Query,
  context: Context,
  team: string,
  online?: OnlineKeys,
): Promise<SigningState> {
  const keys = online ?? (await onlineKeys(q, context, team))
  const roots = await rootsOf(q)
  const [first, newest] = [roots[0], roots.at(-1)]
  return {
    onlineKeys: JSON.stringify(asRootParts(keys)),
    rootVersion: newest?.version ?? 0,
    rootExpiresAt: newest === undefined ? '' : readRoot(newest.body).signed.expires,
    rootFingerprint: first === undefined ? '' : sha256(first.body),
    root: newest?.body ?? new Uint8Array(),
  }
}

/** Keys for the root that comes next. */
export async function newSigningKeys(q: Query, context: Context, actor: Actor): Promise<SigningState> {
  await lockTeam(q)
  if ((await rootsOf(q)).length === 0)
    throw new Refusal('precondition', 'this team has no root key yet: hookline team keygen makes it')
  const keys = await makeNextKeys(q, context, actor.team)
  await append(q, actor.team, context.now(), {
    actor: actor.name,
    action: 'keys.made',
    target: onlineRoles.join(', '),
    detail: Object.fromEntries(onlineRoles.map((role) => [role, keys[role].key.keyID])),
  })
  return signingState(q, context, actor.team, keys)
}

/** Answers its version. */
export async function setRoot(q: Query, context: Context, actor: Actor, bytes: Uint8Array): Promise<number> {
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
  const online = await checkOnlineKeys(q, context, actor.team, next.signed)
  if (online === 'new') await useNextKeys(q)
  await putFile(q, actor.team, `${version}.root.json`, bytes, context.now())
  const detail = { version, sha256: sha256(bytes), expires: next.signed.expires, online_keys: online }
  await append(q, actor.team, context.now(), { actor: actor.name, action: 'root.set', target: `${version}`, detail })
  return version
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
async function checkOnlineKeys(q: Query, context: Context, team: string, root: Root): Promise<'same' | 'new'> {
  const [now, next] = [await onlineKeys(q, context, team), await nextKeys(q, context, team)]
  const named = next !== undefined && root.roles.targets?.keyIDs.includes(next.targets.key.keyID) ? next : now
  for (const role of onlineRoles) checkRole(root, role, named[role].key)
  const ours = [now, ...(next === undefined ? [] : [next])].flatMap((set) => onlineRoles.map((role) => set[role].key))
  if (ours.some(({ keyID }) => root.roles.root?.keyIDs.includes(keyID)))
    throw wrong("its role root names this server's own key: the root key stays off the server")
  return named === now ? 'same' : 'new'
}

function checkRole(root: Root, name: OnlineRole, key: Key): void {
  const role = root.roles[name]
  if (role === undefined || role.threshold !== 1 || !role.keyIDs.includes(key.keyID))
    throw wrong(`its role ${name} does not name this server's key with a threshold of 1`)
  const strange = role.keyIDs.find((id) => id !== key.keyID)
  if (strange !== undefined) throw wrong(`its role ${name} names a key this server does not have: ${strange}`)
  if (JSON.stringify(root.keys[key.keyID]?.toJSON()) !== JSON.stringify(key.toJSON()))
    throw wrong(`key ${key.keyID} is not this server's`)
}
