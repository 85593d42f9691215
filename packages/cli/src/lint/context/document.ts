/** A hooks file's text as a tree with offsets, so that findings have exact places and fixes exact ranges. */
import { type Node, parseTree } from 'jsonc-parser'

export interface At {
  readonly line: number
  readonly column: number
}
export interface Edit {
  readonly offset: number
  readonly length: number
  readonly text: string
}
export interface Document {
  readonly file: string
  /** Without a BOM; offsets count from here. */
  readonly text: string
  readonly bom: boolean
  /** Undefined for a text that is no JSON at all. */
  readonly tree: Node | undefined
  at(offset: number): At
  offset(at: At): number
  /** The key or value that begins there. */
  nodeAt(offset: number): Node | undefined
}
export type { Node }

const DEEPEST = 1000

export function readDocument(file: string, given: string): Document {
  const bom = given.charCodeAt(0) === 0xfeff
  const text = bom ? given.slice(1) : given
  const starts = lineStarts(text)
  const tree = isDeep(text) ? undefined : parseTree(text, [], { allowTrailingComma: true })
  const nodes = new Map<number, Node>()
  index(tree, nodes)
  return {
    file,
    text,
    bom,
    tree,
    at(offset) {
      const line = lastAtMost(starts, offset)
      return { line: line + 1, column: offset - (starts[line] ?? 0) + 1 }
    },
    offset: ({ line, column }) => (starts[line - 1] ?? text.length) + column - 1,
    nodeAt: (offset) => nodes.get(offset),
  }
}

/** The reader refuses such a file; here it must not exhaust the stack. Brackets in texts count too: a doubt is no harm. */
function isDeep(text: string): boolean {
  let depth = 0
  for (const bracket of text.match(/[[\]{}]/g) ?? []) {
    depth += bracket === '[' || bracket === '{' ? 1 : -1
    if (depth > DEEPEST) return true
  }
  return false
}

/** A property begins where its key does, and is left out. */
function index(node: Node | undefined, nodes: Map<number, Node>): void {
  if (node === undefined) return
  if (node.type !== 'property') nodes.set(node.offset, node)
  for (const child of node.children ?? []) index(child, nodes)
}

function lastAtMost(starts: readonly number[], offset: number): number {
  let [low, high] = [0, starts.length - 1]
  while (low < high) {
    const middle = Math.ceil((low + high) / 2)
    if ((starts[middle] ?? 0) <= offset) low = middle
    else high = middle - 1
  }
  return low
}

const lineStarts = (text: string): readonly number[] => [
  0,
  ...[...text.matchAll(/\r\n|\n|\r/g)].map((found) => found.index + found[0].length),
]

export interface Member {
  readonly key: string
  readonly keyNode: Node
  readonly value: Node
}

export const membersOf = (node: Node | undefined): readonly Member[] =>
  node?.type !== 'object'
    ? []
    : (node.children ?? []).flatMap(({ children: [keyNode, value] = [] }) =>
        keyNode === undefined || value === undefined ? [] : [{ key: String(keyNode.value), keyNode, value }],
      )

/** The last of that name, as JSON.parse would have it. */
export const memberOf = (node: Node | undefined, key: string): Member | undefined =>
  membersOf(node).findLast((member) => member.key === key)

export const itemsOf = (node: Node | undefined): readonly Node[] =>
  node?.type === 'array' ? (node.children ?? []) : []

/** The key under which a value stands. */
export const keyOf = (value: Node | undefined): string | undefined =>
  value?.parent?.type === 'property' ? String(value.parent.children?.[0]?.value) : undefined

/** For each character of a string's value, and for its end, the offset in the file where it is written. */
export function placesIn({ text }: Document, node: Node): readonly number[] {
  const places: number[] = []
  const end = node.offset + node.length - 1
  for (let at = node.offset + 1; at < end; ) {
    places.push(at)
    at += text[at] === '\\' ? (text[at + 1] === 'u' ? 6 : 2) : 1
  }
  return [...places, end]
}

/** A text as it stands between the quotes of a JSON string. */
export const escaped = (text: string): string => JSON.stringify(text).slice(1, -1)
