/**
 * What is known of a mirror between processes. It is in the state directory, beside the record of trust: who can write there needs no
 * mirror. It has no paths: which directories a mirror has is computed each time.
 */
import { randomBytes } from 'node:crypto'
import { renameSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { isObject } from '../../schema.ts'
import { nodeFiles } from '../system/files.ts'
import { makeDirectory } from '../system/make-directory.ts'
import { isRunning, ownMark } from '../system/process-mark.ts'
import { readRegularText } from '../system/regular-file.ts'
import type { DirectoryRecord, MirroredDirectory } from './directories.ts'

export const runningDirectory = (record: string): string => join(record, 'running')
const indexFile = (record: string): string => join(record, 'index.json')

/** The directories with what is known of them. */
export function withRecord(record: string, directories: readonly MirroredDirectory[]): readonly MirroredDirectory[] {
  const known = readIndex(record)
  return directories.map((directory) => {
    const found = Object.hasOwn(known, directory.path) ? known[directory.path] : undefined
    return isRecord(found)
      ? { ...directory, linked: found.linked, real: found.real, mirrored: found.mirrored }
      : directory
  })
}

function readIndex(record: string): Readonly<Record<string, unknown>> {
  try {
    const value: unknown = JSON.parse(readRegularText(indexFile(record), 4 * 2 ** 20) ?? '{}')
    return isObject(value) ? value : {}
  } catch {
    return {}
  }
}

const isRecord = (value: unknown): value is DirectoryRecord =>
  isObject(value) &&
  typeof value.real === 'string' &&
  typeof value.mirrored === 'string' &&
  Array.isArray(value.linked) &&
  value.linked.every((name) => typeof name === 'string' && !name.includes('/') && name !== '.' && name !== '..')

export function writeRecord(record: string, directories: readonly MirroredDirectory[]): void {
  const known = Object.fromEntries(
    directories.map(({ path, linked, real, mirrored }) => [path, { linked, real, mirrored }]),
  )
  const temporary = `${indexFile(record)}.${randomBytes(4).toString('hex')}`
  writeFileSync(temporary, JSON.stringify(known), { mode: 0o600, flag: 'wx' })
  renameSync(temporary, indexFile(record))
}

let runs = 0

/** Notes that a run begins. Returns the file that stands for it. */
export function beginRun(record: string): string {
  runs++
  const marker = join(runningDirectory(record), `${ownMark()}.${runs}`)
  writeFileSync(marker, '', { mode: 0o600, flag: 'w' })
  return marker
}

export const prepareRuns = (record: string): void => makeDirectory(runningDirectory(record))

/** An event ends long before: the process that wrote the file was killed, and another one has its number. */
const maxRunMs = 2 * 60 * 60_000
/** Of a process in another PID namespace, only the age is known. An event has ten minutes. */
const maxUnknownMs = 15 * 60_000

/** Files of runs whose process has died do not count, and go. */
export function hasRuns(record: string): boolean {
  const directory = runningDirectory(record)
  return nodeFiles.list(directory).some((name) => {
    const file = join(directory, name)
    const stats = statSync(file, { throwIfNoEntry: false })
    if (stats === undefined) return false
    const isOn = isRunning(name)
    if (isOn !== false && Date.now() - stats.mtimeMs < (isOn === true ? maxRunMs : maxUnknownMs)) return true
    rmSync(file, { force: true })
    return false
  })
}
