/** Finds tools in the log that agents called recently and Hookline does not know. */
import { join } from 'node:path'
import { openLog } from '@hookline/core/node'
import { counted } from '../text/entry-text.ts'
import { oneLine } from '../text/plain.ts'
import type { Finding } from './finding.ts'

const LATEST = 2000
const NOTE = 'unknown-tool:'

export async function unknownToolFindings(stateDirectory: string): Promise<readonly Finding[]> {
  const { records } = await openLog(join(stateDirectory, 'log')).query({
    limit: LATEST,
    scan: LATEST,
    where: ({ notes }) => notes.some((note) => note.startsWith(NOTE)),
  })
  const names = new Set(records.flatMap(({ notes }) => notes.filter((note) => note.startsWith(NOTE))))
  if (names.size === 0) return []
  const listed = [...names].map((note) => oneLine(note.slice(NOTE.length))).toSorted()
  const more = listed.length > 8 ? ` and ${listed.length - 8} more` : ''
  return [
    {
      area: 'system',
      subject: 'tools',
      state: 'warn',
      says: `${counted(listed.length, 'unknown tool')}: ${listed.slice(0, 8).join(', ')}${more}. Hookline checks a command in their input as a shell command; only preToolUse hooks see anything else they do`,
      next: 'to see their input: hookline log',
    },
  ]
}
