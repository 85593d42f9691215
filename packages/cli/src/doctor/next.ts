/** Names the next command for a finding that is not OK. */
import type { Entry } from '@hookline/core/node'
import { quoted } from '../text/entry-text.ts'
import { oneLine } from '../text/plain.ts'
import type { Level } from './finding.ts'
import type { Survey } from './survey.ts'

/** In the home directory hooks are the user's own. */
export const initCommand = ({ root, home }: Pick<Survey, 'root' | 'home'>): string =>
  root === home ? 'hookline init --user' : 'hookline init'

export const trustCommand = (root: string): string => `hookline trust add ${quoted(oneLine(root))}`

export function nextAfter(level: Level, { event, trust, origin }: Entry): string {
  if (level === 'matched') return 'hookline doctor --prove'
  if (level === 'loaded') return `hookline explain ${event}`
  return trust === 'untrusted' || trust === 'changed' ? trustCommand(origin.root ?? '.') : 'hookline check'
}
