/** Combines the log settings of all hookline.json files. Pure. */
import type { Entry, Settings } from '../flow.ts'
import { isObject, type JsonObject } from '../schema.ts'
import type { Capture } from './log-record.ts'

export interface LogSettings {
  readonly capture: Capture
  readonly maxMb: number
  /** Whether the log is an audit log. Absent: nothing switches it on, and nothing ends one that has begun. */
  readonly audit?: boolean
  /** An act whose record cannot be written to the audit log is refused. */
  readonly failClosed?: true
}

export const defaultLog: LogSettings = { capture: 'lean', maxMb: 256 }
const MIN_MB = 1
const MAX_MB = 1024 * 1024

/** The sources that may ask to keep more. A project may only ask to keep less. */
const owners: readonly string[] = ['enterprise', 'team', 'user'] satisfies readonly Settings['source'][]

/**
 * `lean` if any level says so. The size is that of the most important level that sets one; of several teams the largest, because
 * a person may belong to a team of their own. Some `entries` of the files switch the audit log on.
 */
export function logSettings(settings: readonly Settings[], entries: readonly Entry[] = []): LogSettings {
  const configured = settings.flatMap(({ source, values }) =>
    isObject(values.log) ? [{ source, log: values.log }] : [],
  )
  const byOwners = configured.filter(({ source }) => owners.includes(source))
  const lean = [...byOwners, ...configured.filter(({ source }) => source === 'project')].some(
    ({ log }) => log.capture === 'lean',
  )
  const full = byOwners.some(({ log }) => log.capture === 'full')
  const maxMb = findSize(byOwners)
  const auditing = entries.filter(({ audits, held }) => audits === true && held === undefined)
  const audit = isAudited(
    byOwners.map(({ log }) => log.audit),
    auditing,
  )
  const closes = byOwners.some(({ log }) => log.failClosed === true) || auditing.some(isStrict)
  return {
    capture: full && !lean ? 'full' : 'lean',
    maxMb: maxMb === undefined ? defaultLog.maxMb : Math.min(MAX_MB, Math.max(MIN_MB, maxMb)),
    ...(audit === undefined ? {} : { audit }),
    ...(closes ? { failClosed: true } : {}),
  }
}

const isStrict = ({ failClosed, monitor }: Entry): boolean => failClosed === true && !monitor

/** On where any owner says so; off where one says that and no other. An entry of a project counts where no owner says anything. */
function isAudited(values: readonly unknown[], entries: readonly Entry[]): boolean | undefined {
  const isOurs = ({ origin }: Entry) => owners.includes(origin.source)
  if (values.includes(true) || entries.some(isOurs)) return true
  return values.includes(false) ? false : entries.length > 0 ? true : undefined
}

function findSize(
  owned: readonly { readonly source: Settings['source']; readonly log: JsonObject }[],
): number | undefined {
  const sizes = owned.flatMap(({ source, log }) => (isSize(log.maxMb) ? [{ source, size: log.maxMb }] : []))
  const ofFirst = sizes.filter(({ source }) => source === sizes[0]?.source)
  return ofFirst.length === 0 ? undefined : Math.max(...ofFirst.map(({ size }) => size))
}

const isSize = (value: unknown): value is number => typeof value === 'number' && Number.isFinite(value) && value > 0
