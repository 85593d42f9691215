/** Reports inline commands that an agent runs without any hook: their number, and the first of them. */
import { sourceSetup } from '@hookline/core/node'
import type { Agent } from '../agents.ts'
import { unguardedCommands } from '../check/inline.ts'
import { counted } from '../text/entry-text.ts'
import { oneLine } from '../text/plain.ts'
import type { Finding } from './finding.ts'
import type { Survey } from './survey.ts'

export function inlineFindings({ title, inline }: Agent, { root, files }: Survey): readonly Finding[] {
  if (inline === undefined) return []
  const found = unguardedCommands(root, files, sourceSetup())
  const [first] = found
  if (first === undefined) return []
  const count = counted(found.length, 'inline command')
  const says = `${count} in slash commands and skills ${found.length === 1 ? 'runs' : 'run'} without any hook: ${oneLine(first.file)}:${first.line}${found.length === 1 ? '' : ', …'}`
  return [{ area: 'agents', subject: title, state: 'warn', says, next: 'hookline check' }]
}
