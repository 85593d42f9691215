/** Tools that agents called lately and that Hookline does not know, from the log. */
import { join } from 'node:path'
import { openLog } from '@hookline/core/node'
import { counted } from '../entry-text.ts'
import { oneLine } from '../plain.ts'
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
      says: `${counted(listed.length, 'tool')} that Hookline does not know: ${listed.slice(0, 8).join(', ')}${more}. A command in their input is judged as a shell command; anything else they do is seen by preToolUse hooks alone`,
      next: 'hookline log, to see what they were called with',
    },
  ]
}
