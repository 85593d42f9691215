/** The panel's own files in the person's state directory: 0600, replaced in one step, never trusted blindly when read. */

import { randomBytes } from 'node:crypto'
import { mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { logDirectory } from '@hookline/core/node'
import type { JsonObject } from '@hookline/core/protocol'

export const stateFile = (name: string): string => join(dirname(logDirectory()), name)

/** Whatever cannot be read counts as not there. */
export function readOwn(file: string): JsonObject {
  try {
    const value: unknown = JSON.parse(readFileSync(file, 'utf8'))
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as JsonObject) : {}
  } catch {
    return {}
  }
}

export function writeOwn(file: string, value: JsonObject): void {
  mkdirSync(dirname(file), { recursive: true, mode: 0o700 })
  const beside = `${file}.${process.pid}.${randomBytes(4).toString('hex')}.tmp`
  try {
    writeFileSync(beside, `${JSON.stringify(value)}\n`, { flag: 'wx', mode: 0o600 })
    renameSync(beside, file)
  } catch (thrown) {
    rmSync(beside, { force: true })
    throw thrown
  }
}
