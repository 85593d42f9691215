/** What came and went on this machine, by whose word: a line each, kept after the team is gone. */
import { closeSync, writeSync } from 'node:fs'
import { dirname } from 'node:path'
import { openToAppend, readRegularText } from '@hookline/core/files'
import { makeDirectory } from '@hookline/core/team'
import { journalFile, type Machine } from './machine.ts'

export interface JournalLine {
  readonly at: string
  readonly team: string
  readonly name: string
  readonly url: string
  readonly what: 'enrolled' | 'updated' | 'refused' | 'revoked' | 'left'
  readonly detail: string
}

export function journal(machine: Machine, line: Omit<JournalLine, 'at'>): void {
  const file = journalFile(machine)
  makeDirectory(dirname(file))
  const descriptor = openToAppend(file)
  try {
    writeSync(descriptor, `${JSON.stringify({ at: new Date(machine.now()).toISOString(), ...line })}\n`)
  } finally {
    closeSync(descriptor)
  }
}

export function readJournal(machine: Machine): readonly JournalLine[] {
  const text = readRegularText(journalFile(machine), 64 * 2 ** 20) ?? ''
  return text.split('\n').flatMap((line) => parsed(line) ?? [])
}

function parsed(line: string): JournalLine | undefined {
  try {
    return JSON.parse(line) as JournalLine
  } catch {
    return undefined
  }
}
