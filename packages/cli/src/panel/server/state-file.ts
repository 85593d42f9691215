/** Reads and writes the panel's own files in the user's state directory: mode 0600, replaced atomically, validated by the reader. */

import { randomBytes } from 'node:crypto'
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { replaceFile } from '@hookline/core/files'
import { logDirectory } from '@hookline/core/node'
import type { JsonObject } from '@hookline/core/protocol'
import { isObject } from '@hookline/core/protocol'

export const stateFile = (name: string): string => join(dirname(logDirectory()), name)

/** Returns an empty object for a file that is missing or cannot be read. */
export function readState(file: string): JsonObject {
  try {
    const value: unknown = JSON.parse(readFileSync(file, 'utf8'))
    return isObject(value) ? value : {}
  } catch {
    return {}
  }
}

export function writeState(file: string, value: JsonObject): void {
  mkdirSync(dirname(file), { recursive: true, mode: 0o700 })
  const temporary = `${file}.${process.pid}.${randomBytes(4).toString('hex')}.tmp`
  try {
    writeFileSync(temporary, `${JSON.stringify(value)}\n`, { flag: 'wx', mode: 0o600 })
    replaceFile(temporary, file)
  } catch (thrown) {
    rmSync(temporary, { force: true })
    throw thrown
  }
}
