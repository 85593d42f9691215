/** Sessions on disk, for hosts that start a process per event: `hookline run` (CONTRACT §5). 0600, kept for seven days. */
import { createHash, randomBytes } from 'node:crypto'
import { readdirSync, renameSync, statSync, unlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { isSourceName } from '../agents/sources.ts'
import type { Session } from '../flow.ts'
import type { Sessions } from '../ports.ts'
import { isObject } from '../schema.ts'
import { newSession } from '../steps/session.ts'
import { makeDirectory } from './system/make-directory.ts'
import { readRegularText } from './system/regular-file.ts'

const SEVEN_DAYS_MS = 7 * 24 * 3600 * 1000

export function diskSessions(directory: string): Sessions {
  // The id comes from the host's payload: it is never a path.
  const fileOf = (id: string) => join(directory, `${createHash('sha256').update(id).digest('hex')}.json`)
  return {
    of: (id) => read(fileOf(id), id) ?? newSession(id),
    save(session) {
      quietly(() => {
        makeDirectory(directory)
        sweep(directory)
        write(fileOf(session.id), session)
      })
    },
    end: (id) => quietly(() => unlinkSync(fileOf(id))),
  }
}

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
  (value.refusals === undefined || (Array.isArray(value.refusals) && value.refusals.every(isRefusal)))

const isRefusal = (one: unknown): boolean =>
  isObject(one) &&
  [one.event, one.message, one.entry, one.label].every((text) => typeof text === 'string') &&
  [one.subagent, one.agentMessage].every((text) => text === undefined || typeof text === 'string') &&
  isSourceName(one.source)

/** By rename, so that a process that reads at this moment sees the old or the new, never half of one. */
function write(file: string, session: Session): void {
  const temporary = `${file}.${randomBytes(6).toString('hex')}`
  writeFileSync(temporary, JSON.stringify(session), { mode: 0o600, flag: 'wx' })
  renameSync(temporary, file)
}

function sweep(directory: string): void {
  for (const name of readdirSync(directory)) {
    const file = join(directory, name)
    quietly(() => {
      if (Date.now() - statSync(file).mtimeMs > SEVEN_DAYS_MS) unlinkSync(file)
    })
  }
}

/** What cannot be kept is a new session next time; a decision never waits for it. */
function quietly(act: () => void): void {
  try {
    act()
  } catch {
    // Contract of the port: never throws.
  }
}
