/** What the hookline.json files together say of the durable log. Pure. */
import type { Settings } from '../flow.ts'
import { isObject } from '../schema.ts'
import type { Capture } from './log-record.ts'

export interface LogSettings {
  readonly capture: Capture
  readonly maxMb: number
}

export const defaultLog: LogSettings = { capture: 'lean', maxMb: 256 }
const least = 1
const most = 1024 * 1024

/** Whose files may ask for more to be kept; a project's may only ask for less. */
const owners: readonly string[] = ['enterprise', 'team', 'user'] satisfies readonly Settings['source'][]

/** Lean where any level says so. The size is the word of the most important owner of the machine that gives one. */
export function logSettings(settings: readonly Settings[]): LogSettings {
  const said = settings.flatMap(({ source, values }) => (isObject(values.log) ? [{ source, log: values.log }] : []))
  const ours = said.filter(({ source }) => owners.includes(source))
  const lean = [...ours, ...said.filter(({ source }) => source === 'project')].some(({ log }) => log.capture === 'lean')
  const full = ours.some(({ log }) => log.capture === 'full')
  const maxMb = ours.map(({ log }) => log.maxMb).find(isSize)
  return {
    capture: full && !lean ? 'full' : 'lean',
    maxMb: maxMb === undefined ? defaultLog.maxMb : Math.min(most, Math.max(least, maxMb)),
  }
}

const isSize = (value: unknown): value is number => typeof value === 'number' && Number.isFinite(value) && value > 0
