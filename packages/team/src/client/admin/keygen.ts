/** Sets up a team on the owner's machine: the account, the root key, the signed root and a token for publishing. */
import { AccountService, AdminService, type Me } from '../../wire/index.ts'
import { type Machine, machineName } from '../device/machine.ts'
import { createDisk } from '../disk.ts'
import { TeamError } from '../failure.ts'
import { sha256 } from '../hook-set.ts'
import { readServerUrl } from '../http.ts'
import { call, type Server } from '../rpc.ts'
import { type Admin, saveAdmin, saveKeys, saveRoot } from './files.ts'
import { createRootKey, makeRoot } from './root.ts'

export interface KeygenOptions {
  /** The owner link that `hookline serve` printed, or the address of a server where the account exists already. */
  readonly link: string
  readonly email: string
  readonly password: string
  readonly totp?: string
  readonly teamName?: string
  /** The team to use if the account owns several. */
  readonly team?: string
  readonly keys: number
  readonly threshold: number
  readonly allowHttp?: boolean
}
export interface KeygenResult {
  readonly team: string
  readonly name: string
  readonly url: string
  readonly version: number
  readonly keyFiles: readonly string[]
  /** The fingerprint of the first root. Every enrolment code ends with it. */
  readonly fingerprint: string
}

/** Throws if the server knows that the link was used or has expired, so that no password is typed for nothing. */
export async function checkLink(machine: Machine, link: string, allowHttp?: boolean): Promise<void> {
  const server = { url: readServerUrl(link, allowHttp), timeoutMs: machine.limits.responseMs }
  const secret = new URL(link).hash.slice(1)
  try {
    await call(server, AccountService.method.checkLink, { secret })
  } catch (thrown) {
    // An earlier server does not have this method. It checks the link when it is accepted.
    if (!(thrown instanceof TeamError) || thrown.kind !== 'unreachable' || thrown.code !== 'not_found') throw thrown
  }
}

export async function keygen(machine: Machine, options: KeygenOptions): Promise<KeygenResult> {
  checkCounts(options)
  const url = readServerUrl(options.link, options.allowHttp)
  const server = createSessionServer(url, machine)
  const me = await signIn(server, options)
  try {
    return await setUpTeam(machine, options, server, me)
  } finally {
    // The token replaces the session. Ignore a failed sign-out: the session expires by itself.
    await call(server, AccountService.method.signOut, {}).catch(() => undefined)
  }
}

async function setUpTeam(machine: Machine, options: KeygenOptions, server: Server, me: Me): Promise<KeygenResult> {
  const { url } = server
  const { teamId, teamName, keysReady } = chooseOwnedTeam(me, options.team)
  const { token } = await call(server, AccountService.method.createToken, {
    teamId,
    name: `hookline on ${machineName()}`,
  })
  const disk = createDisk(machine)
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
  const keys = Array.from({ length: options.keys }, createRootKey)
  // Save the keys before the server gets the root: if a key is lost, the root can never be changed.
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
  if (!Number.isInteger(keys) || keys < 1 || keys > 20)
    throw new TeamError('local', `--keys must be a number from 1 to 20, got ${keys}`)
  if (!Number.isInteger(threshold) || threshold < 1 || threshold > keys)
    throw new TeamError(
      'local',
      `--threshold must be a number from 1 to ${keys} (the number of keys), got ${threshold}`,
    )
}

async function signIn(server: Server, options: KeygenOptions): Promise<Me> {
  const { link, email, password, totp = '', teamName = '' } = options
  const secret = new URL(link).hash.slice(1)
  if (secret !== '') return call(server, AccountService.method.accept, { secret, email, password, teamName, totp })
  const response = await call(server, AccountService.method.signIn, { email, password, totp })
  if (response.totpNeeded || response.me === undefined)
    throw new TeamError('denied', 'this account has a second factor. Add its current code with --totp <code>')
  return response.me
}

function chooseOwnedTeam({ teams }: Me, named: string | undefined) {
  const owned = teams.filter(({ role }) => role === 'owner')
  const matching =
    named === undefined ? owned : owned.filter(({ teamId, teamName }) => teamId === named || teamName === named)
  const [team, other] = matching
  if (team === undefined)
    throw new TeamError(
      'denied',
      named === undefined
        ? 'this account does not own a team on that server'
        : `this account does not own a team "${named}" on that server`,
    )
  // If the account has just accepted an owner link, that team is the only one without keys.
  const waiting = matching.filter(({ keysReady }) => !keysReady)
  if (other === undefined) return team
  if (named === undefined && waiting.length === 1 && waiting[0] !== undefined) return waiting[0]
  throw new TeamError(
    'local',
    `this account owns several teams. Choose one with --team: ${matching.map(({ teamId }) => teamId).join(', ')}`,
  )
}

/** Sends the session's cookie back with each request, as a browser does. */
function createSessionServer(url: string, machine: Machine): Server {
  let cookie = ''
  return {
    url,
    timeoutMs: machine.limits.responseMs,
    headersFor: () => ({ origin: url, ...(cookie === '' ? {} : { cookie }) }),
    onResponse({ headers }) {
      const set = headers.get('set-cookie')
      if (set !== null) cookie = set.split(';')[0] ?? ''
    },
  }
}

export const adminServer = ({ url, token }: Admin, machine: Machine): Server => ({
  url,
  timeoutMs: machine.limits.responseMs,
  headersFor: () => ({ authorization: `Bearer ${token}` }),
})
