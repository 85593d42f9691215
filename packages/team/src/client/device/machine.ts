/** The machine that the client runs on: its platform, clock and limits, and the paths of its files. */
import { readFileSync } from 'node:fs'
import { hostname } from 'node:os'
import { join } from 'node:path'
import { configDirectory, stateDirectory, type TeamPaths, teamPaths, thisPlatform } from '@hookline/core/team'
import { bundleLimits } from '../../wire/bundle.ts'

export interface Machine {
  readonly platform: ReturnType<typeof thisPlatform>
  now(): number
  /** Called before each step that changes the disk, so that a test can interrupt it. */
  before?(step: string): void
  readonly limits: Limits
}

export interface Limits {
  /** The time limit for one response, including its last byte. */
  readonly responseMs: number
  readonly scriptBytes: number
  readonly bundleBytes: number
  /** How long to wait for another sync of the same team. */
  readonly lockMs: number
  /** How long a logout waits for a sync that hangs. */
  readonly takeOverMs: number
  /** The time limit for everything that a logout sends to the server. */
  readonly goodbyeMs: number
  /** The time limit for the judgement of one preview. */
  readonly previewMs: number
  /** How long a replaced set stays, for events that started with it. */
  readonly keepSetMs: number
}

const defaultLimits: Limits = {
  responseMs: 20_000,
  scriptBytes: bundleLimits.scriptBytes,
  bundleBytes: bundleLimits.bytes,
  lockMs: 60_000,
  takeOverMs: 1000,
  goodbyeMs: 5000,
  previewMs: 60_000,
  keepSetMs: 11 * 60_000,
}

export interface MachineOptions {
  readonly home?: string
  readonly now?: () => number
  readonly before?: (step: string) => void
  readonly limits?: Partial<Limits>
}

export const thisMachine = ({ home, now = Date.now, before, limits = {} }: MachineOptions = {}): Machine => ({
  platform: thisPlatform(home),
  now,
  ...(before === undefined ? {} : { before }),
  limits: { ...defaultLimits, ...limits },
})

export interface ClientPaths extends TeamPaths {
  readonly device: string
  readonly metadata: string
  readonly status: string
  /** The tag of the known timestamp, and the last heartbeat. */
  readonly polled: string
  /** The last report about the agents of this machine. */
  readonly coverage: string
  /** What the team asks this machine to judge over its log, and what it was asked and has answered lately. */
  readonly preview: string
  readonly previewed: string
  readonly notice: string
  readonly spool: string
  readonly shipping: string
  readonly lock: string
}

export function clientPaths({ platform }: Machine, team: string): ClientPaths {
  const paths = teamPaths(platform, team)
  const at = (name: string) => join(paths.state, name)
  return {
    ...paths,
    device: at('device.json'),
    metadata: at('metadata'),
    status: at('status.json'),
    polled: at('polled.json'),
    coverage: at('coverage.json'),
    preview: at('preview.json'),
    previewed: at('previewed.json'),
    notice: at('notice.json'),
    spool: at('spool'),
    shipping: at('shipping.json'),
    lock: at('lock'),
  }
}

/** The audit log of this machine. It is outside the directories of the teams, so it stays when a team is removed. */
export const auditLogFile = ({ platform }: Machine): string => join(stateDirectory(platform), 'team', 'journal.jsonl')
/** The files of an administrator: root keys, the newest root and a token. They are never sent to the server. */
export const adminDirectory = ({ platform }: Machine, team?: string): string =>
  join(configDirectory(platform), 'team', ...(team === undefined ? [] : [team]))

const systemNames = { linux: 'Linux', darwin: 'Macintosh', win32: 'Windows' } as const
export const systemName = ({ platform }: Machine): string => systemNames[platform.system]
export const machineName = (): string => hostname().slice(0, 100)

export const clientVersion = (): string =>
  // The package.json of this package has a version.
  (JSON.parse(readFileSync(new URL('../../../package.json', import.meta.url), 'utf8')) as { version: string }).version
