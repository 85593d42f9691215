/** Trusts a workspace again after a command of ours changed its files, if everything in them is known or was just written. */
import { callsHookline, type Entry, type TrustFinding } from '@hookline/core/node'
import { readTrust } from './read-trust.ts'

/** `packs` are those just added. Returns false if the workspace also has hooks that the user has not seen here. */
export async function trustWritten(root: string, before: TrustFinding, packs: readonly string[]): Promise<boolean> {
  const { finding, store } = await readTrust(root)
  if (finding.state === 'trusted' || finding.state === 'followed') return true
  // Someone else's change has closed its gates, and only a look at that change may open them.
  if (before.state === 'changed') return false
  const approved = before.state === 'trusted' ? before.content.items : []
  const isKnown = (file: string, event: string | undefined, text: string) =>
    approved.some((one) => one.file === file && one.event === event && one.text === text)
  const written = finding.request.entries.filter(
    (entry: Entry) => callsHookline(entry) || (entry.pack !== undefined && packs.includes(entry.pack)),
  )
  const isWritten = ({ file, event, text }: TrustItem) =>
    event === undefined
      ? ['{}', ...approved.filter((one) => one.file === file && one.event === undefined).map(rest)].includes(
          rest({ text }),
        )
      : written.some((entry) => entry.event === event && entry.text === text)
  const rest = ({ text }: Pick<TrustItem, 'text'>) => settingsWithout(packs, text)
  const items = finding.content.items.filter((item) => !isKnown(item.file, item.event, item.text) && !isWritten(item))
  if (items.length > 0 || finding.content.excess !== undefined || finding.moved === true) return false
  if (finding.content.items.length === 0) store.remove(root)
  else store.add(finding.content)
  return true
}

type TrustItem = TrustFinding['content']['items'][number]

/** The settings of a file as trust records them, without the packs just added. */
function settingsWithout(packs: readonly string[], text: string): string {
  // The trust store writes this text itself.
  const { packs: all = {}, ...others } = JSON.parse(text) as Readonly<Record<string, object>>
  const left = Object.entries(all).filter(([name]) => !packs.includes(name))
  return JSON.stringify({ ...others, ...(left.length === 0 ? {} : { packs: Object.fromEntries(left) }) })
}
