/** The files of a team on an administrator's machine: root keys, the newest root, the server's address and a token. All have mode 0600. */
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { isTeamId, readState } from '@hookline/core/team'
import type { Root } from '@tufjs/models'
import { adminDirectory, type Machine } from '../device/machine.ts'
import type { Disk } from '../disk.ts'
import { TeamError } from '../failure.ts'
import { exportRootKey, type RootKey, readRootKey } from './root.ts'

export interface Admin {
  readonly url: string
  readonly teamId: string
  readonly teamName: string
  readonly token: string
}

const keyFileName = (version: number, index: number, count: number): string =>
  count === 1 ? `root-${version}.key` : `root-${version}.${index + 1}.key`

export function saveKeys(
  machine: Machine,
  team: string,
  version: number,
  keys: readonly RootKey[],
  disk: Disk,
): readonly string[] {
  const directory = adminDirectory(machine, team)
  disk.directory(directory)
  return keys.map((key, index) => {
    const file = join(directory, keyFileName(version, index, keys.length))
    if (existsSync(file))
      throw new TeamError(
        'local',
        `${file} exists already. Move it to a safe location first: the team may still need that key`,
      )
    disk.newFile(file, exportRootKey(key), 0o600)
    return file
  })
}

/** Reads the keys of a root from this machine and from the files the user names. The other keys are kept elsewhere. */
export function readKeys(
  machine: Machine,
  team: string,
  root: Root,
  extraFiles: readonly string[] = [],
): readonly RootKey[] {
  const directory = adminDirectory(machine, team)
  const own = existsSync(directory) ? readdirSync(directory).filter((name) => /^root-\d+(\.\d+)?\.key$/.test(name)) : []
  const belongsToRoot = ({ key }: RootKey) => root.roles.root?.keyIDs.includes(key.keyID) === true
  const named = extraFiles.map((file) => {
    const key = readKey(file)
    if (!belongsToRoot(key)) throw new TeamError('local', `the key in ${file} does not belong to root ${root.version}`)
    return key
  })
  return [...own.map((name) => readKey(join(directory, name))).filter(belongsToRoot), ...named]
}

function readKey(file: string): RootKey {
  try {
    return readRootKey(readFileSync(file, 'utf8'))
  } catch (thrown) {
    throw new TeamError('local', `${file} is not a readable root key`, { cause: thrown })
  }
}

export const saveRoot = (machine: Machine, team: string, root: Uint8Array, disk: Disk): void =>
  disk.replaceFile(join(adminDirectory(machine, team), 'root.json'), root)
export function readRootFile(machine: Machine, team: string): Buffer {
  const file = join(adminDirectory(machine, team), 'root.json')
  if (existsSync(file)) return readFileSync(file)
  throw new TeamError('local', `${file} does not exist. Change the root on the machine that created it`)
}

export const saveAdmin = (machine: Machine, admin: Admin, disk: Disk): void =>
  disk.replaceFile(join(adminDirectory(machine, admin.teamId), 'admin.json'), `${JSON.stringify(admin, null, 2)}\n`)

/** Finds the team by id or by name. Without a name, takes the only team that this machine administers. */
export function chooseAdmin(machine: Machine, named: string | undefined): Admin {
  const directory = adminDirectory(machine)
  const ids = existsSync(directory) ? readdirSync(directory).filter(isTeamId) : []
  const admins = ids.flatMap((id) => readAdmin(machine, id) ?? [])
  const matching =
    named === undefined ? admins : admins.filter(({ teamId, teamName }) => teamId === named || teamName === named)
  const [admin, other] = matching
  if (admin !== undefined && other === undefined) return admin
  if (admin === undefined)
    throw new TeamError(
      'local',
      named === undefined
        ? 'this machine administers no team. Run: hookline team keygen <owner link>, or hookline team keygen <url> for a team that you own'
        : `this machine does not administer a team "${named}"`,
    )
  throw new TeamError(
    'local',
    `this machine administers several teams. Choose one with --team: ${matching.map(({ teamId }) => teamId).join(', ')}`,
  )
}

function readAdmin(machine: Machine, id: string): Admin | undefined {
  const stored = readState(join(adminDirectory(machine, id), 'admin.json'))
  if (stored.kind !== 'read') return undefined
  const { url, teamId, teamName, token } = stored.value
  const fits = [url, teamId, teamName, token].every((text) => typeof text === 'string') && teamId === id
  // The line above has checked every field.
  return fits ? (stored.value as unknown as Admin) : undefined
}
