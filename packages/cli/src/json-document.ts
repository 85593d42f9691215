/** Parses a hooks file into a tree with offsets, so that findings have exact positions and fixes exact ranges. */
import { type Node, parseTree } from 'jsonc-parser'

export interface Position {
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
  /** The text without a BOM. Offsets are relative to it. */
  readonly text: string
  readonly bom: boolean
  /** Undefined if the text is not JSON at all. */
  readonly tree: Node | undefined
  at(offset: number): Position
  offset(at: Position): number
  /** The key or value that begins there. */
  nodeAt(offset: number): Node | undefined
}
export type { Node }

const MAX_DEPTH = 1000

export function readDocument(file: string, given: string): Document {
  const bom = given.charCodeAt(0) === 0xfeff
  const text = bom ? given.slice(1) : given
  const starts = lineStarts(text)
  const tree = isDeep(text) ? undefined : parseTree(text, [], { allowTrailingComma: true })
  const nodes = new Map<number, Node>()
  indexNodes(tree, nodes)
  return {
    file,
    text,
    bom,
    tree,
    at(offset) {
      const line = lastStartUpTo(starts, offset)
      return { line: line + 1, column: offset - (starts[line] ?? 0) + 1 }
    },
    offset: ({ line, column }) => (starts[line - 1] ?? text.length) + column - 1,
    nodeAt: (offset) => nodes.get(offset),
  }
}

/**
 * The config reader refuses a file this deep; here it must not exhaust the stack.
 * Brackets inside strings count too, because the limit is far above any real file.
 */
function isDeep(text: string): boolean {
  let depth = 0
  for (const bracket of text.match(/[[\]{}]/g) ?? []) {
    depth += bracket === '[' || bracket === '{' ? 1 : -1
    if (depth > MAX_DEPTH) return true
  }
  return false
}

/** A property begins at the offset of its key, so only the key is indexed. */
function indexNodes(node: Node | undefined, nodes: Map<number, Node>): void {
  if (node === undefined) return
  if (node.type !== 'property') nodes.set(node.offset, node)
  for (const child of node.children ?? []) indexNodes(child, nodes)
}

function lastStartUpTo(starts: readonly number[], offset: number): number {
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

/** Returns the last member of that name, as JSON.parse does. */
export const memberOf = (node: Node | undefined, key: string): Member | undefined =>
  membersOf(node).findLast((member) => member.key === key)

export const itemsOf = (node: Node | undefined): readonly Node[] =>
  node?.type === 'array' ? (node.children ?? []) : []

/** The key of a value. */
export const keyOf = (value: Node | undefined): string | undefined =>
  value?.parent?.type === 'property' ? String(value.parent.children?.[0]?.value) : undefined

/** The file offset of each character of a string value, and of its end. */
export function characterOffsets({ text }: Document, node: Node): readonly number[] {
  const offsets: number[] = []
  const end = node.offset + node.length - 1
  for (let at = node.offset + 1; at < end; ) {
    offsets.push(at)
    at += text[at] === '\\' ? (text[at + 1] === 'u' ? 6 : 2) : 1
  }
  return [...offsets, end]
}

/** Escapes a text for use between the quotes of a JSON string. */
export const escapeJson = (text: string): string => JSON.stringify(text).slice(1, -1)
