/** What a person does next when a workspace's hooks changed. */
import { quoted } from '../entry-text.ts'
import { shownPath } from '../paths.ts'
import { oneLine } from '../plain.ts'
import type { Target } from './target.ts'

/** The user's own hooks run at once. */
export const trustHint = ({ root }: Target, cwd: string): string =>
  root === undefined
    ? ''
    : `The hooks of the workspace changed; to let them run: hookline trust add${root === cwd ? '' : ` ${quoted(oneLine(shownPath(root, cwd)))}`}\n`
