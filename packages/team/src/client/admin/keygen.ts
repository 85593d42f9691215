/** The beginning of a team, on the owner's machine: the account, the root key, the signed root, a token for publishing. */
import { AccountService, AdminService, type Me } from '../../wire/index.ts'
import { diskOf } from '../disk.ts'
import { TeamError } from '../failure.ts'
import { sha256 } from '../hook-set.ts'
import { readServerUrl } from '../http.ts'
import { type Machine, machineName } from '../machine.ts'
import { call, type Server } from '../rpc.ts'
import { type Admin, saveAdmin, saveKeys, saveRoot } from './files.ts'
import { makeRoot, newRootKey } from './root.ts'

export interface KeygenOptions {
  /** The owner link as `hookline serve` printed it, or the address of a server where the account is already. */
  readonly link: string
  readonly email: string
  readonly password: string
  readonly totp?: string
  readonly teamName?: string
  /** Which team, where the account owns several. */
  readonly team?: string
  readonly keys: number
  readonly threshold: number
  readonly allowHttp?: boolean
}
export interface Made {
  readonly team: string
  readonly name: string
  readonly url: string
  readonly version: number
  readonly keyFiles: readonly string[]
  /** Of the first root: the last part of every enrolment code. */
  readonly fingerprint: string
}

export async function keygen(machine: Machine, options: KeygenOptions): Promise<Made> {
  checkCounts(options)
  const url = readServerUrl(options.link, options.allowHttp)
  const server = withCookies(url, machine)
  const me = await signedIn(server, options)
  try {
    return await begin(machine, options, server, me)
  } finally {
    // From here on the token does. A session that stays is no harm: it ends by itself.
    await call(server, AccountService.method.signOut, {}).catch(() => undefined)
  }
}

async function begin(machine: Machine, options: KeygenOptions, server: Server, me: Me): Promise<Made> {
  const { url } = server
  const { teamId, teamName, keysReady } = teamOf(me, options.team)
  const { token } = await call(server, AccountService.method.createToken, {
    teamId,
    name: `hookline on ${machineName()}`,
  })
  const disk = diskOf(machine)
  const admin: Admin = { url, teamId, teamName, token }
  saveAdmin(machine, admin, disk)
  if (keysReady) {
    const { rootVersion, rootFingerprint } = await call(
      adminServer(admin, machine),
      AdminService.method.getSigningKeys,
      { teamId },
    )
    return {
      team: teamId,
      name: teamName,
      url,
      version: rootVersion,
      keyFiles: [],
      fingerprint: rootFingerprint.slice(0, 16),
    }
  }
  const keys = Array.from({ length: options.keys }, newRootKey)
  // On the disk before the server has the root: a root whose key was lost could never be changed.
  const keyFiles = saveKeys(machine, teamId, 1, keys, disk)
  const { onlineKeys } = await call(adminServer(admin, machine), AdminService.method.getSigningKeys, { teamId })
  const root = makeRoot({
    version: 1,
    online: onlineKeys,
    keys: keys.map(({ key }) => key),
    threshold: options.threshold,
    signers: keys,
    now: machine.now(),
  })
  await call(server, AdminService.method.setRoot, { teamId, root })
  saveRoot(machine, teamId, root, disk)
  return { team: teamId, name: teamName, url, version: 1, keyFiles, fingerprint: sha256(root).slice(0, 16) }
}

export function checkCounts({ keys, threshold }: { readonly keys: number; readonly threshold: number }): void {
  if (!Number.isInteger(keys) || keys < 1 || keys > 20) throw new TeamError('local', '--keys takes 1 to 20')
  if (!Number.isInteger(threshold) || threshold < 1 || threshold > keys)
    throw new TeamError('local', '--threshold takes 1 to the number of keys')
}

async function signedIn(server: Server, options: KeygenOptions): Promise<Me> {
  const { link, email, password, totp = '', teamName = '' } = options
  const secret = new URL(link).hash.slice(1)
  if (secret !== '') return call(server, AccountService.method.accept, { secret, email, password, teamName, totp })
  const answer = await call(server, AccountService.method.signIn, { email, password, totp })
  if (answer.totpNeeded || answer.me === undefined)
    throw new TeamError('denied', 'this account has a second factor: give its code by --totp')
  return answer.me
}

function teamOf({ teams }: Me, named: string | undefined) {
  const owned = teams.filter(({ role }) => role === 'owner')
  const fitting =
    named === undefined ? owned : owned.filter(({ teamId, teamName }) => teamId === named || teamName === named)
  const [one, another] = fitting
  if (one === undefined)
    throw new TeamError(
      'denied',
      named === undefined ? 'this account owns no team there' : `this account owns no team "${named}" there`,
    )
  // The newest is the one that a link was just accepted for; without keys there is at most one that waits for them.
  const waiting = fitting.filter(({ keysReady }) => !keysReady)
  if (another === undefined) return one
  if (named === undefined && waiting.length === 1 && waiting[0] !== undefined) return waiting[0]
  throw new TeamError(
    'local',
    `this account owns several teams; name one by --team: ${fitting.map(({ teamId }) => teamId).join(', ')}`,
  )
}

/** A browser's part: the session's cookie goes back with the next request. */
function withCookies(url: string, machine: Machine): Server {
  let cookie = ''
  return {
    url,
    timeoutMs: machine.limits.answerMs,
    headersFor: () => ({ origin: url, ...(cookie === '' ? {} : { cookie }) }),
    answered({ headers }) {
      const set = headers.get('set-cookie')
      if (set !== null) cookie = set.split(';')[0] ?? ''
    },
  }
}

export const adminServer = ({ url, token }: Admin, machine: Machine): Server => ({
  url,
  timeoutMs: machine.limits.answerMs,
  headersFor: () => ({ authorization: `Bearer ${token}` }),
})
