/** Names the command that trusts a workspace again after its hooks changed. */
import { quoted } from '../entry-text.ts'
import { shownPath } from '../paths.ts'
import { oneLine } from '../plain.ts'
import type { Target } from './target.ts'

/** Empty for the user's own hooks, which run at once. */
export const trustHint = ({ root }: Target, cwd: string): string =>
  root === undefined
    ? ''
    : `The hooks of this workspace changed. To review them and let them run: hookline trust add${root === cwd ? '' : ` ${quoted(oneLine(shownPath(root, cwd)))}`}\n`
