/** The files of an audit: the one that is written, and those that were full or of another day, oldest first. */
import { closeSync, readdirSync, renameSync, rmSync, statSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { openAudit, readAt } from './tail.ts'

export const currentFile = (directory: string): string => join(directory, 'audit.jsonl')
const older = /^audit-(\d{10})\.jsonl$/

export const olderFiles = (directory: string): readonly string[] =>
  readdirSync(directory)
    .filter((name) => older.test(name))
    .toSorted()
    .map((name) => join(directory, name))

/** Its name is the number of its last record. */
export const setAside = (file: string, n: number): void =>
  renameSync(file, join(dirname(file), `audit-${String(n).padStart(10, '0')}.jsonl`))

/** `before` hears the number of the last record of each that goes. */
export function removeOld(directory: string, days: number, before: (last: number) => void): void {
  for (const file of olderFiles(directory)) {
    const age = Date.now() - (statSync(file, { throwIfNoEntry: false })?.mtimeMs ?? Date.now())
    if (age <= days * 86_400_000) continue
    before(Number(/(\d{10})\.jsonl$/.exec(file)?.[1]))
    rmSync(file, { force: true })
  }
}

/** The day of its first record: `2026-05-01`. */
export function firstDay(file: string): string | undefined {
  const { descriptor } = openAudit(file)
  try {
    const head = readAt(descriptor, 0, 128).toString('utf8')
    // The one form begins with the time; anything else is none of ours and is left to the check.
    return /^\{"at":"(\d{4}-\d\d-\d\d)T/.exec(head)?.[1]
  } finally {
    closeSync(descriptor)
  }
}
