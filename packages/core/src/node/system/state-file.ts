/** Reads and writes small JSON state files: mode 0600 in a 0700 directory, replaced atomically, validated when read. */

import { randomBytes } from 'node:crypto'
import { closeSync, copyFileSync, fsyncSync, openSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import type { Problem } from '../../flow.ts'
import type { JsonObject } from '../../schema.ts'
import { isObject } from '../../schema.ts'
import { nodeFiles } from './files.ts'
import { makeDirectory } from './make-directory.ts'
import { replaceFile } from './replace-file.ts'

export type StateRead =
  | { readonly kind: 'read'; readonly value: JsonObject }
  | { readonly kind: 'missing' }
  | { readonly kind: 'corrupt'; readonly problem: Problem }

export function readState(file: string): StateRead {
  const found = nodeFiles.read(file)
  if (found.kind === 'missing') return { kind: 'missing' }
  if (found.kind === 'unreadable') return corrupt(file, found.message)
  try {
    const value: unknown = JSON.parse(found.text)
    return isObject(value) ? { kind: 'read', value } : corrupt(file, 'it is not a JSON object')
  } catch {
    return corrupt(file, 'it is not valid JSON')
  }
}

const corrupt = (file: string, why: string): StateRead => ({
  kind: 'corrupt',
  problem: {
    code: 'state-unreadable',
    severity: 'error',
    file,
    line: 1,
    column: 1,
    message: `cannot read ${file}: ${why}`,
    hint: 'Fix the file or delete it. Until then Hookline treats it as empty.',
    source: 'user',
  },
})

/** May throw file system errors: the caller reports that nothing was saved. */
export function writeState(file: string, value: unknown): void {
  makeDirectory(dirname(file))
  const temporary = `${file}.${process.pid}.${randomBytes(4).toString('hex')}.tmp`
  try {
    writeSynced(temporary, `${JSON.stringify(value, null, 2)}\n`)
    replaceFile(temporary, file)
  } catch (error) {
    rmSync(temporary, { force: true })
    // A failed write does not say which file it was.
    throw error instanceof Error ? Object.assign(error, { path: file }) : error
  }
}

function writeSynced(file: string, text: string): void {
  const descriptor = openSync(file, 'wx', 0o600)
  try {
    writeFileSync(descriptor, text)
    fsyncSync(descriptor)
  } finally {
    closeSync(descriptor)
  }
}

/** Copies an unreadable file to a new name next to it, before it is overwritten. */
export function backUpUnreadable(file: string): string {
  const copy = `${file}.unreadable-${new Date().toISOString().replaceAll(':', '-')}`
  // Copying a FIFO would wait for a writer.
  if (nodeFiles.isFile(file)) copyFileSync(file, copy)
  else renameSync(file, copy)
  return copy
}
