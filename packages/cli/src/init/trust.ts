/** What a person has just agreed to write is trusted with it, and nothing else is. */
import { callsHookline, type Entry, type TrustFinding } from '@hookline/core/node'
import { lookAt } from '../trust/look-at.ts'

/** False: the workspace also has hooks that nobody has looked at here. */
export async function trustWritten(root: string, before: TrustFinding, ours: readonly string[]): Promise<boolean> {
  const { finding, store } = await lookAt(root)
  if (finding.state === 'trusted' || finding.state === 'followed') return true
  const approved = before.state === 'trusted' ? before.content.items : []
  const isKnown = (file: string, event: string | undefined, text: string) =>
    approved.some((one) => one.file === file && one.event === event && one.text === text)
  const commands = new Set(ours)
  const mine = finding.request.entries.filter(
    ({ command }: Entry) => commands.has(command ?? '') || callsHookline(command),
  )
  const items = finding.content.items.filter(
    ({ file, event, text }) =>
      !isKnown(file, event, text) && !mine.some((entry) => entry.event === event && entry.text === text),
  )
  if (items.length > 0 || finding.content.excess !== undefined || finding.moved === true) return false
  store.add(finding.content)
  return true
}
