/** Names the command that trusts a workspace again after its hooks changed, and says which gates refuse until then. */
import { isClosedGate } from '../closed-gates.ts'
import { shownPath } from '../paths.ts'
import { quoted } from '../text/entry-text.ts'
import { oneLine } from '../text/plain.ts'
import { readTrust } from '../trust/read-trust.ts'
import type { Target } from './target.ts'

/** Empty for the user's own hooks, which run at once. */
export async function trustHint({ root }: Target, cwd: string): Promise<string> {
  if (root === undefined) return ''
  const where = root === cwd ? '' : ` ${quoted(oneLine(shownPath(root, cwd)))}`
  const closed = await findClosedEvents(root)
  const until = closed.length === 0 ? '' : `Until then everything at ${closed.join(', ')} is refused.\n`
  return `The hooks of this workspace changed. To review them and let them run: hookline trust add${where}\n${until}`
}

/** Events at which everything is refused because the workspace is not as it was trusted. */
export async function findClosedEvents(root: string): Promise<readonly string[]> {
  const { entries } = await readTrust(root)
  const closed = entries.filter(
    (entry) => isClosedGate(entry) && entry.trust === 'changed' && entry.origin.root === root,
  )
  return [...new Set(closed.map(({ event }) => event))]
}
