/** What a regular expression consists of, once it is parsed. */
export type RegexFlags = '' | 'i' | 'iv'

export type RegexNode =
  /** One character: `source` is its text in the pattern (`a`, `\d`, `[^x]`, `.`). */
  | { readonly kind: 'char'; readonly source: string }
  | { readonly kind: 'seq'; readonly of: readonly RegexNode[] }
  | { readonly kind: 'alt'; readonly of: readonly RegexNode[] }
  | { readonly kind: 'group'; readonly index: number; readonly of: RegexNode }
  | { readonly kind: 'lookaround'; readonly behind: boolean; readonly negated: boolean; readonly of: RegexNode }
  | {
      readonly kind: 'repeat'
      readonly min: number
      readonly max: number
      readonly lazy: boolean
      readonly of: RegexNode
    }
  | { readonly kind: 'at'; readonly where: 'start' | 'end' | 'word' | 'no-word' }
  | { readonly kind: 'ref'; readonly index: number }

export const hasReference = (node: RegexNode): boolean =>
  node.kind === 'ref' ||
  (node.kind === 'seq' || node.kind === 'alt' ? node.of.some(hasReference) : 'of' in node && hasReference(node.of))

/** The capturing groups inside a node. */
export function groupsIn(node: RegexNode): readonly number[] {
  if (node.kind === 'seq' || node.kind === 'alt') return node.of.flatMap(groupsIn)
  const own = node.kind === 'group' ? [node.index] : []
  return 'of' in node ? [...own, ...groupsIn(node.of)] : own
}
