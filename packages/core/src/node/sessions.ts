/** Keeps sessions on disk for hosts that start a process per event, such as `hookline run` (CONTRACT §5). Mode 0600, for seven days. */
import { createHash, randomBytes } from 'node:crypto'
import { readdirSync, statSync, unlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { isSourceName } from '../agents/sources.ts'
import type { Session } from '../flow.ts'
import type { Sessions } from '../ports.ts'
import { isObject } from '../schema.ts'
import { newSession } from '../steps/session.ts'
import { makeDirectory } from './system/make-directory.ts'
import { readRegularText } from './system/regular-file.ts'
import { replaceFile } from './system/replace-file.ts'

const SEVEN_DAYS_MS = 7 * 24 * 3600 * 1000

export function diskSessions(directory: string): Sessions {
  // The id comes from the host's payload, so that only a UUID may become a name. It needs no hash, for which Node loads a library.
  const sessionFile = (id: string) => join(directory, `${isUuid.test(id) ? id : hash(id)}.json`)
  return {
    of: (id) => read(sessionFile(id), id) ?? newSession(id),
    save(session) {
      ignoreErrors(() => {
        makeDirectory(directory)
        deleteOld(directory)
        write(sessionFile(session.id), session)
      })
    },
    end: (id) => ignoreErrors(() => unlinkSync(sessionFile(id))),
  }
}

const isUuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/
const hash = (id: string): string => createHash('sha256').update(id).digest('hex')

function read(file: string, id: string): Session | undefined {
  try {
    const changed = statSync(file, { throwIfNoEntry: false })?.mtimeMs
    if (changed === undefined || Date.now() - changed > SEVEN_DAYS_MS) return undefined
    const value: unknown = JSON.parse(readRegularText(file) ?? '')
    return isSession(value) && value.id === id ? value : undefined
  } catch {
    return undefined
  }
}

const isSession = (value: unknown): value is Session =>
  isObject(value) &&
  typeof value.id === 'string' &&
  Number.isInteger(value.generations) &&
  isObject(value.loops) &&
  Object.values(value.loops).every((count) => Number.isInteger(count)) &&
  Array.isArray(value.env) &&
  value.env.every(
    (one: unknown) =>
      isObject(one) && typeof one.name === 'string' && typeof one.value === 'string' && isSourceName(one.source),
  ) &&
  (value.beginning === undefined || isBeginning(value.beginning)) &&
  (value.followUp === undefined || typeof value.followUp === 'string') &&
  (value.refusals === undefined || (Array.isArray(value.refusals) && value.refusals.every(isRefusal)))

const isBeginning = (one: unknown): boolean =>
  isObject(one) && typeof one.at === 'number' && typeof one.decided === 'boolean'

const isRefusal = (one: unknown): boolean =>
  isObject(one) &&
  [one.event, one.message, one.entry, one.label].every((text) => typeof text === 'string') &&
  [one.subagent, one.agentMessage].every((text) => text === undefined || typeof text === 'string') &&
  isSourceName(one.source)

/** Writes by rename, so that a concurrent reader sees the old or the new content and never a part. */
function write(file: string, session: Session): void {
  const temporary = `${file}.${randomBytes(6).toString('hex')}`
  writeFileSync(temporary, JSON.stringify(session), { mode: 0o600, flag: 'wx' })
  replaceFile(temporary, file)
}

function deleteOld(directory: string): void {
  for (const name of readdirSync(directory)) {
    const file = join(directory, name)
    ignoreErrors(() => {
      if (Date.now() - statSync(file).mtimeMs > SEVEN_DAYS_MS) unlinkSync(file)
    })
  }
}

/** A session that cannot be saved is new next time; that must not affect a decision. */
function ignoreErrors(act: () => void): void {
  try {
    act()
  } catch {
    // The port must never throw.
  }
}
