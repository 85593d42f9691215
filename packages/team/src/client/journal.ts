/** What came and went on this machine, by whose word: a line each, kept after the team is gone. */
import { appendFileSync, readFileSync } from 'node:fs'
import { dirname } from 'node:path'
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
  appendFileSync(file, `${JSON.stringify({ at: new Date(machine.now()).toISOString(), ...line })}\n`, { mode: 0o600 })
}

export function readJournal(machine: Machine): readonly JournalLine[] {
  try {
    return readFileSync(journalFile(machine), 'utf8')
      .split('\n')
      .flatMap((line) => parsed(line) ?? [])
  } catch {
    return []
  }
}

function parsed(line: string): JournalLine | undefined {
  try {
    return JSON.parse(line) as JournalLine
  } catch {
    return undefined
  }
}
