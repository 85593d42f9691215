/** The root of a team, which is created and signed outside the server. It is valid only if enough keys of the previous root and of the root itself signed it. */
import { type Key, Metadata, MetadataKind, type Root } from '@tufjs/models'
import type { Actor } from '../actor.ts'
import type { Context } from '../context.ts'
import { Refusal } from '../refusal.ts'
import { recordEvent } from '../store/audit-log.ts'
import { readRoots, saveFile } from '../store/files.ts'
import type { Query } from '../store/index.ts'
import { lockTeam } from '../store/teams.ts'
import {
  makeNextKeys,
  nextKeys,
  type OnlineKeys,
  type OnlineRole,
  onlineKeys,
  onlineRoles,
  toRootParts,
  useNextKeys,
} from './keys.ts'
import { sha256 } from './tuf.ts'

const maxRootBytes = 256 * 1024

export interface SigningState {
  readonly onlineKeys: string
  readonly rootVersion: number
  readonly rootExpiresAt: string
  /** The fingerprint of the first root. Enrolment codes contain it. */
  readonly rootFingerprint: string
  readonly root: Uint8Array
}

/** `online` are the keys that the next root should name. Default: the current keys. */
export async function readSigningState(
  q: Query,
  context: Context,
  team: string,
  online?: OnlineKeys,
): Promise<SigningState> {
  const keys = online ?? (await onlineKeys(q, context, team))
  const roots = await readRoots(q)
  const [first, newest] = [roots[0], roots.at(-1)]
  return {
    onlineKeys: JSON.stringify(toRootParts(keys)),
    rootVersion: newest?.version ?? 0,
    rootExpiresAt: newest === undefined ? '' : readRoot(newest.body).signed.expires,
    rootFingerprint: first === undefined ? '' : sha256(first.body),
    root: newest?.body ?? new Uint8Array(),
  }
}

/** The ids of the keys that sign the next root, as one text. Empty if the team has no root. */
export async function readRootKeyIds(q: Query): Promise<string> {
  const newest = (await readRoots(q)).at(-1)
  return newest === undefined ? '' : (readRoot(newest.body).signed.roles.root?.keyIDs ?? []).toSorted().join(' ')
}

/** Creates keys for the next root. */
export async function newSigningKeys(q: Query, context: Context, actor: Actor): Promise<SigningState> {
  await lockTeam(q)
  if ((await readRoots(q)).length === 0)
    throw new Refusal(
      'precondition',
      'this team has no root key yet. An owner creates it with: hookline team keygen <url>',
    )
  const keys = await makeNextKeys(q, context, actor.team)
  await recordEvent(q, actor.team, context.now(), {
    actor: actor.name,
    action: 'keys.made',
    target: onlineRoles.join(', '),
    detail: Object.fromEntries(onlineRoles.map((role) => [role, keys[role].key.keyID])),
  })
  return readSigningState(q, context, actor.team, keys)
}

/** Stores a new root and returns its version. */
export async function setRoot(q: Query, context: Context, actor: Actor, bytes: Uint8Array): Promise<number> {
  await lockTeam(q)
  if (bytes.length > maxRootBytes) throw createRootError(`it has more than ${maxRootBytes} bytes`)
  const next = readRoot(bytes)
  const before = (await readRoots(q)).at(-1)
  const expected = (before?.version ?? 0) + 1
  const { version } = next.signed
  if (version !== expected)
    throw new Refusal('conflict', `this root has version ${version}, but the next version must be ${expected}`)
  if (next.signed.isExpired(new Date(context.now()))) throw createRootError('it has expired')
  if (!next.signed.consistentSnapshot) throw createRootError('consistent_snapshot must be true')
  if (before !== undefined) checkSigned(readRoot(before.body), next, `root ${before.version}`)
  checkSigned(next, next, 'the new root itself')
  const online = await checkOnlineKeys(q, context, actor.team, next.signed)
  if (online === 'new') await useNextKeys(q)
  await saveFile(q, actor.team, `${version}.root.json`, bytes, context.now())
  const detail = { version, sha256: sha256(bytes), expires: next.signed.expires, online_keys: online }
  await recordEvent(q, actor.team, context.now(), {
    actor: actor.name,
    action: 'root.set',
    target: `${version}`,
    detail,
  })
  return version
}

const createRootError = (problem: string) => new Refusal('invalid', `this root is invalid: ${problem}`)

function readRoot(bytes: Uint8Array): Metadata<Root> {
  try {
    return Metadata.fromJSON(MetadataKind.Root, JSON.parse(Buffer.from(bytes).toString('utf8')))
  } catch (thrown) {
    throw createRootError(`it is not root metadata (${thrown instanceof Error ? thrown.message : String(thrown)})`)
  }
}

function checkSigned(signer: Metadata<Root>, next: Metadata<Root>, requirement: string): void {
  try {
    signer.verifyDelegate('root', next)
  } catch (thrown) {
    throw createRootError(
      `it does not have the signatures that ${requirement} requires (${thrown instanceof Error ? thrown.message : String(thrown)})`,
    )
  }
}

/** The root must name the keys of this server, or machines would refuse its signatures. A server key must not be a root key. */
async function checkOnlineKeys(q: Query, context: Context, team: string, root: Root): Promise<'same' | 'new'> {
  const [now, next] = [await onlineKeys(q, context, team), await nextKeys(q, context, team)]
  const named = next !== undefined && root.roles.targets?.keyIDs.includes(next.targets.key.keyID) ? next : now
  for (const role of onlineRoles) checkRole(root, role, named[role].key)
  const serverKeys = [now, ...(next === undefined ? [] : [next])].flatMap((keys) =>
    onlineRoles.map((role) => keys[role].key),
  )
  if (serverKeys.some(({ keyID }) => root.roles.root?.keyIDs.includes(keyID)))
    throw createRootError('its role root names a key of this server. Root keys must not be on the server')
  return named === now ? 'same' : 'new'
}

function checkRole(root: Root, name: OnlineRole, key: Key): void {
  const role = root.roles[name]
  if (role === undefined || role.threshold !== 1 || !role.keyIDs.includes(key.keyID))
    throw createRootError(`its role ${name} does not name this server's key with a threshold of 1`)
  const unknownKey = role.keyIDs.find((id) => id !== key.keyID)
  if (unknownKey !== undefined)
    throw createRootError(`its role ${name} names a key that this server does not have: ${unknownKey}`)
  if (JSON.stringify(root.keys[key.keyID]?.toJSON()) !== JSON.stringify(key.toJSON()))
    throw createRootError(`key ${key.keyID} differs from this server's key`)
}
