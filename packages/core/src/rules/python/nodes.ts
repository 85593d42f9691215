/** The syntax tree of a Python expression. */
export type ClassWord = 'd' | 'D' | 'w' | 'W' | 's' | 'S'
export type Item = { readonly first: number; readonly last: number } | { readonly word: ClassWord }

export type Position = 'start' | 'end' | 'line-start' | 'line-end' | 'last' | 'word' | 'no-word'

export type PyNode =
  | { readonly kind: 'set'; readonly items: readonly Item[]; readonly negated: boolean }
  | { readonly kind: 'any'; readonly newlines: boolean }
  | { readonly kind: 'seq'; readonly of: readonly PyNode[] }
  | { readonly kind: 'alt'; readonly of: readonly PyNode[] }
  | { readonly kind: 'group'; readonly index: number; readonly of: PyNode }
  | { readonly kind: 'lookaround'; readonly behind: boolean; readonly negated: boolean; readonly of: PyNode }
  | {
      readonly kind: 'repeat'
      readonly min: number
      readonly max: number
      readonly lazy: boolean
      readonly of: PyNode
    }
  | { readonly kind: 'at'; readonly where: Position }
  | { readonly kind: 'ref'; readonly index: number }

export const charNode = (code: number): PyNode => ({
  kind: 'set',
  items: [{ first: code, last: code }],
  negated: false,
})

/** Returns how many characters a node matches, at least and at most. */
export function widthOf(node: PyNode, groups: ReadonlyMap<number, PyNode>): readonly [number, number] {
  switch (node.kind) {
    case 'set':
    case 'any':
      return [1, 1]
    case 'at':
    case 'lookaround':
      return [0, 0]
    case 'group':
      return widthOf(node.of, groups)
    case 'ref': {
      const group = groups.get(node.index)
      return group === undefined ? [0, Number.POSITIVE_INFINITY] : widthOf(group, groups)
    }
    case 'repeat': {
      const [min, max] = widthOf(node.of, groups)
      return [min * node.min, max === 0 ? 0 : max * node.max]
    }
    case 'seq':
      return node.of.reduce<readonly [number, number]>(
        ([min, max], one) => {
          const [least, most] = widthOf(one, groups)
          return [min + least, max + most]
        },
        [0, 0],
      )
    case 'alt': {
      const all = node.of.map((one) => widthOf(one, groups))
      return [Math.min(...all.map(([min]) => min)), Math.max(...all.map(([, max]) => max))]
    }
  }
}
