/** Turns findings into the changes that fix them. It reads files but writes none. */
import type { Edit } from '../../json-document.ts'
import type { Finding } from '../rule.ts'

export type Change =
  | { readonly kind: 'text'; readonly file: string; readonly before: string; readonly after: string }
  | { readonly kind: 'mode'; readonly path: string; readonly inGit: boolean }

/** The file that a change is about. */
export const fileOf = (change: Change): string => (change.kind === 'text' ? change.file : change.path)

type Read = (file: string) => string | undefined

export function planChanges(findings: readonly Finding[], read: Read): readonly Change[] {
  const edits = new Map<string, (readonly Edit[])[]>()
  const modes = new Map<string, Change>()
  for (const { fix, file } of findings) {
    if (fix === undefined) continue
    if (fix.kind === 'mode') modes.set(fix.path, fix)
    else edits.set(file, [...(edits.get(file) ?? []), fix.edits])
  }
  const changed = [...edits].flatMap(([file, list]): readonly Change[] => {
    const before = read(file)
    if (before === undefined) return []
    const after = applyEdits(before, selectEdits(list))
    return after === before ? [] : [{ kind: 'text', file, before, after }]
  })
  return [...changed, ...modes.values()]
}

/** A fix is applied with all its edits or not at all, because half of one may break the file. The next round applies the others. */
function selectEdits(fixes: readonly (readonly Edit[])[]): readonly Edit[] {
  const chosen: Edit[] = []
  for (const edits of fixes) if (!edits.some((edit) => chosen.some((one) => overlap(one, edit)))) chosen.push(...edits)
  return chosen
}

const overlap = (a: Edit, b: Edit): boolean =>
  a.offset === b.offset || (a.offset < b.offset + b.length && b.offset < a.offset + a.length)

/** Offsets do not count a BOM. If edits overlap, the first one is applied, and the next round applies the rest. */
export function applyEdits(given: string, edits: readonly Edit[]): string {
  const bom = given.charCodeAt(0) === 0xfeff ? given.slice(0, 1) : ''
  const text = given.slice(bom.length)
  let out = ''
  let at = 0
  let last: Edit | undefined
  for (const edit of edits.toSorted((a, b) => a.offset - b.offset)) {
    const again = last !== undefined && last.offset === edit.offset && last.length === edit.length
    if (edit.offset < at || again) continue
    out += text.slice(at, edit.offset) + edit.text
    at = edit.offset + edit.length
    last = edit
  }
  return bom + out + text.slice(at)
}
