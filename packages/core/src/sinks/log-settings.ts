/** Combines the log settings of all hookline.json files. Pure. */
import type { Settings } from '../flow.ts'
import { isObject } from '../schema.ts'
import type { Capture } from './log-record.ts'

export interface LogSettings {
  readonly capture: Capture
  readonly maxMb: number
}

export const defaultLog: LogSettings = { capture: 'lean', maxMb: 256 }
const MIN_MB = 1
const MAX_MB = 1024 * 1024

/** The sources that may ask to keep more. A project may only ask to keep less. */
const owners: readonly string[] = ['enterprise', 'team', 'user'] satisfies readonly Settings['source'][]

/** `lean` if any level says so. The size is that of the most important level that sets one. */
export function logSettings(settings: readonly Settings[]): LogSettings {
  const configured = settings.flatMap(({ source, values }) =>
    isObject(values.log) ? [{ source, log: values.log }] : [],
  )
  const byOwners = configured.filter(({ source }) => owners.includes(source))
  const lean = [...byOwners, ...configured.filter(({ source }) => source === 'project')].some(
    ({ log }) => log.capture === 'lean',
  )
  const full = byOwners.some(({ log }) => log.capture === 'full')
  const maxMb = byOwners.map(({ log }) => log.maxMb).find(isSize)
  return {
    capture: full && !lean ? 'full' : 'lean',
    maxMb: maxMb === undefined ? defaultLog.maxMb : Math.min(MAX_MB, Math.max(MIN_MB, maxMb)),
  }
}

const isSize = (value: unknown): value is number => typeof value === 'number' && Number.isFinite(value) && value > 0
