/** What an administrator's machine keeps of a team: root keys, the newest root, where the server is, a token. All 0600. */
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { isTeamId, readState } from '@hookline/core/team'
import type { Root } from '@tufjs/models'
import type { Disk } from '../disk.ts'
import { TeamError } from '../failure.ts'
import { adminDirectory, type Machine } from '../machine.ts'
import { type RootKey, readRootKey, rootKeyText } from './root.ts'

export interface Admin {
  readonly url: string
  readonly teamId: string
  readonly teamName: string
  readonly token: string
}

const keyName = (version: number, at: number, count: number): string =>
  count === 1 ? `root-${version}.key` : `root-${version}.${at + 1}.key`

export function saveKeys(
  machine: Machine,
  team: string,
  version: number,
  keys: readonly RootKey[],
  disk: Disk,
): readonly string[] {
  const directory = adminDirectory(machine, team)
  disk.directory(directory)
  return keys.map((key, at) => {
    const file = join(directory, keyName(version, at, keys.length))
    if (existsSync(file)) throw new TeamError('local', `${file} is there already: move it away, it may be needed`)
    disk.newFile(file, rootKeyText(key), 0o600)
    return file
  })
}

/** The keys of a root that are here or were named: the others were carried elsewhere. */
export function readKeys(machine: Machine, team: string, root: Root, more: readonly string[] = []): readonly RootKey[] {
  const directory = adminDirectory(machine, team)
  const own = existsSync(directory) ? readdirSync(directory).filter((name) => /^root-\d+(\.\d+)?\.key$/.test(name)) : []
  const isOf = ({ key }: RootKey) => root.roles.root?.keyIDs.includes(key.keyID) === true
  const named = more.map((file) => {
    const key = readKey(file)
    if (!isOf(key)) throw new TeamError('local', `${file} is a key, and none of those of root ${root.version}`)
    return key
  })
  return [...own.map((name) => readKey(join(directory, name))).filter(isOf), ...named]
}

function readKey(file: string): RootKey {
  try {
    return readRootKey(readFileSync(file, 'utf8'))
  } catch (thrown) {
    throw new TeamError('local', `${file} is no root key that can be read`, { cause: thrown })
  }
}

export const saveRoot = (machine: Machine, team: string, root: Uint8Array, disk: Disk): void =>
  disk.replaceFile(join(adminDirectory(machine, team), 'root.json'), root)
export function readRootFile(machine: Machine, team: string): Buffer {
  const file = join(adminDirectory(machine, team), 'root.json')
  if (existsSync(file)) return readFileSync(file)
  throw new TeamError('local', `${file} is not here: the root is changed on the machine that made it`)
}

export const saveAdmin = (machine: Machine, admin: Admin, disk: Disk): void =>
  disk.replaceFile(join(adminDirectory(machine, admin.teamId), 'admin.json'), `${JSON.stringify(admin, null, 2)}\n`)

/** The team that is meant: the one named, by id or by name, or the only one that this machine administers. */
export function chooseAdmin(machine: Machine, named: string | undefined): Admin {
  const directory = adminDirectory(machine)
  const ids = existsSync(directory) ? readdirSync(directory).filter(isTeamId) : []
  const all = ids.flatMap((id) => readAdmin(machine, id) ?? [])
  const fitting =
    named === undefined ? all : all.filter(({ teamId, teamName }) => teamId === named || teamName === named)
  const [one, another] = fitting
  if (one !== undefined && another === undefined) return one
  if (one === undefined)
    throw new TeamError(
      'local',
      named === undefined
        ? 'this machine administers no team. To begin: hookline team keygen <owner link>, or <url> for a team that you own'
        : `this machine administers no team "${named}"`,
    )
  throw new TeamError(
    'local',
    `this machine administers several teams; name one by --team: ${fitting.map(({ teamId }) => teamId).join(', ')}`,
  )
}

function readAdmin(machine: Machine, id: string): Admin | undefined {
  const found = readState(join(adminDirectory(machine, id), 'admin.json'))
  if (found.kind !== 'read') return undefined
  const { url, teamId, teamName, token } = found.value
  const fits = [url, teamId, teamName, token].every((text) => typeof text === 'string') && teamId === id
  return fits ? (found.value as unknown as Admin) : undefined
}
