/** The facts of this machine that the client works from, and the places it keeps things in. */
import { readFileSync } from 'node:fs'
import { hostname } from 'node:os'
import { join } from 'node:path'
import { configDirectory, stateDirectory, type TeamPlaces, teamPlaces, thisPlatform } from '@hookline/core/team'
import { bundleLimits } from '../wire/bundle.ts'

export interface Machine {
  readonly platform: ReturnType<typeof thisPlatform>
  now(): number
  /** Called before each step that changes the disk: what a test stops at. */
  before?(step: string): void
  readonly limits: Limits
}

export interface Limits {
  /** For one answer, its last byte included: a slow server is no reason to wait for ever. */
  readonly answerMs: number
  readonly scriptBytes: number
  readonly bundleBytes: number
  /** How long another sync of the same team is waited for. */
  readonly lockMs: number
  /** How long one that hangs is waited for by whoever leaves the team. */
  readonly takeOverMs: number
  /** For all that the server is told by whoever leaves. */
  readonly goodbyeMs: number
  /** How long a set that was replaced stays for events that began with it. */
  readonly keepSetMs: number
}

export const defaultLimits: Limits = {
  answerMs: 20_000,
  scriptBytes: bundleLimits.scriptBytes,
  bundleBytes: bundleLimits.bytes,
  lockMs: 60_000,
  takeOverMs: 1000,
  goodbyeMs: 5000,
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

export interface Places extends TeamPlaces {
  readonly device: string
  readonly metadata: string
  readonly status: string
  /** What the next poll carries, and what the server was told last. */
  readonly polled: string
  readonly notice: string
  readonly spool: string
  readonly shipping: string
  readonly lock: string
}

export function placesOf({ platform }: Machine, team: string): Places {
  const places = teamPlaces(platform, team)
  const at = (name: string) => join(places.state, name)
  return {
    ...places,
    device: at('device.json'),
    metadata: at('metadata'),
    status: at('status.json'),
    polled: at('polled.json'),
    notice: at('notice.json'),
    spool: at('spool'),
    shipping: at('shipping.json'),
    lock: at('lock'),
  }
}

/** What came and went on this machine, whatever became of the team's own directory. */
export const journalFile = ({ platform }: Machine): string => join(stateDirectory(platform), 'team', 'journal.jsonl')
/** Of an administrator: root keys, the newest root, a token. Never on the server. */
export const adminDirectory = ({ platform }: Machine, team?: string): string =>
  join(configDirectory(platform), 'team', ...(team === undefined ? [] : [team]))

const systems = { linux: 'Linux', darwin: 'Macintosh', win32: 'Windows' } as const
export const systemName = ({ platform }: Machine): string => systems[platform.system]
export const machineName = (): string => hostname().slice(0, 100)

export const clientVersion = (): string =>
  (JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8')) as { version: string }).version
