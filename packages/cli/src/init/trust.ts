/** What a person has just agreed to write is trusted with it, and nothing else is. */
import { callsHookline, type Entry, type TrustFinding } from '@hookline/core/node'
import { lookAt } from '../trust/look-at.ts'

/** `packs`: those that were just added. False: the workspace also has hooks that nobody has looked at here. */
export async function trustWritten(root: string, before: TrustFinding, packs: readonly string[]): Promise<boolean> {
  const { finding, store } = await lookAt(root)
  if (finding.state === 'trusted' || finding.state === 'followed') return true
  const approved = before.state === 'trusted' ? before.content.items : []
  const isKnown = (file: string, event: string | undefined, text: string) =>
    approved.some((one) => one.file === file && one.event === event && one.text === text)
  const mine = finding.request.entries.filter(
    (entry: Entry) => callsHookline(entry) || (entry.pack !== undefined && packs.includes(entry.pack)),
  )
  const isMine = ({ file, event, text }: Item) =>
    event === undefined
      ? ['{}', ...approved.filter((one) => one.file === file && one.event === undefined).map(rest)].includes(
          rest({ text }),
        )
      : mine.some((entry) => entry.event === event && entry.text === text)
  const rest = ({ text }: Pick<Item, 'text'>) => settingsWithout(packs, text)
  const items = finding.content.items.filter((item) => !isKnown(item.file, item.event, item.text) && !isMine(item))
  if (items.length > 0 || finding.content.excess !== undefined || finding.moved === true) return false
  store.add(finding.content)
  return true
}

type Item = TrustFinding['content']['items'][number]

/** The settings of a file as trust is bound to them, but for what was just added. */
function settingsWithout(packs: readonly string[], text: string): string {
  const { packs: all = {}, ...others } = JSON.parse(text) as Readonly<Record<string, object>>
  const left = Object.entries(all).filter(([name]) => !packs.includes(name))
  return JSON.stringify({ ...others, ...(left.length === 0 ? {} : { packs: Object.fromEntries(left) }) })
}
