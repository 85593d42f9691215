/** What differs between what was approved and what is there now. Pure. */
import type { TrustContent, TrustItem, TrustRecord } from '@hookline/core/node'

export interface Difference {
  readonly sign: '-' | '+' | '~'
  readonly text: string
}

export function differences(now: TrustContent, approved: TrustRecord): readonly Difference[] {
  const before = approved.items.map(itemText)
  const after = now.items.map(itemText)
  return [
    ...without(before, after).map((text) => ({ sign: '-', text }) as const),
    ...without(after, before).map((text) => ({ sign: '+', text }) as const),
    ...fileDifferences(now, approved),
  ]
}

function fileDifferences(now: TrustContent, approved: TrustRecord): readonly Difference[] {
  // The same workspace may be reached by another spelling of its root.
  const hashes = (files: TrustContent['files'], root: string) =>
    new Map(files.map(({ path, sha256 }) => [path.startsWith(root) ? path.slice(root.length + 1) : path, sha256]))
  const old = hashes(
    approved.files,
    approved.files.some(({ path }) => path.startsWith(now.root)) ? now.root : approved.root,
  )
  const current = hashes(now.files, now.root)
  return [...new Set([...old.keys(), ...current.keys()])].flatMap((path): readonly Difference[] => {
    const [was, is] = [old.get(path), current.get(path)]
    if (was === is) return []
    if (was === undefined) return [{ sign: '+', text: `${path}  sha256 ${is?.slice(0, 16)}` }]
    if (is === undefined) return [{ sign: '-', text: `${path}  sha256 ${was.slice(0, 16)}` }]
    return [{ sign: '~', text: `${path}  sha256 ${was.slice(0, 16)} → ${is.slice(0, 16)}` }]
  })
}

const itemText = ({ file, event, text }: TrustItem): string => `${file.slice(1)}  ${event ?? 'settings'}  ${text}`

/** With repetition: an entry that stood twice and stands once is a difference. */
function without(all: readonly string[], others: readonly string[]): readonly string[] {
  const left = [...others]
  return all.filter((one) => {
    const at = left.indexOf(one)
    if (at < 0) return true
    left.splice(at, 1)
    return false
  })
}
