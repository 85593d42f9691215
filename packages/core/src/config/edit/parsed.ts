/** What every edit of a file needs: the parsed text, and the check that the new text has the intended content. */

import { type Node, parseTree } from 'jsonc-parser'
import type { JsonObject } from '../../schema.ts'
import { type At, canonical, parseJsonc, plain, repeatedMembers, start } from '../jsonc.ts'
import { type Layout, layoutOf } from './text.ts'

export type EditedFile =
  | { readonly kind: 'text'; readonly text: string }
  /** The file cannot be edited as it is; nothing was changed. */
  | { readonly kind: 'fault'; readonly at: At; readonly message: string; readonly hint: string }

export interface ParsedFile {
  readonly root: Node
  readonly value: Document
  readonly layout: Layout
}
export type Document = JsonObject & {
  readonly hooks?: JsonObject
  readonly packs?: Readonly<Record<string, JsonObject>>
}
export type Fault = Extract<EditedFile, { kind: 'fault' }>

export function parseFile(text: string): ParsedFile | Fault {
  const parsed = parseJsonc(text)
  if (parsed.kind === 'fault') return { kind: 'fault', ...parsed.fault }
  const { node } = parsed
  if (node.kind !== 'object') return fault(node.at, 'the file is not an object', 'Write {"version": 1, "hooks": {}}.')
  const hooks = node.members.find((member) => member.key === 'hooks')?.value
  if (hooks !== undefined && hooks.kind !== 'object')
    return fault(hooks.at, '`hooks` is not an object', 'Write "hooks": { "<event>": [ … ] }.')
  const packs = node.members.find((member) => member.key === 'packs')?.value
  const wrong = packs?.kind === 'object' ? packs.members.find(({ value }) => value.kind !== 'object')?.value : packs
  if (wrong !== undefined)
    return fault(wrong.at, '`packs` is not an object of objects', 'Write "packs": { "<name>": {} }.')
  const inside = packs?.kind === 'object' ? [packs, ...packs.members.map(({ value }) => value)] : []
  const objects = [node, ...(hooks === undefined ? [] : [hooks]), ...inside].filter((one) => one.kind === 'object')
  const double = objects.flatMap(repeatedMembers)[0]
  if (double !== undefined) return fault(double.keyAt, `\`${double.key}\` occurs twice`, 'Merge them, then try again.')
  const stray = hooks?.members.find(({ value }) => value.kind !== 'list')
  if (stray !== undefined)
    return fault(stray.value.at, `${stray.key} is not a list of entries`, `Write "${stray.key}": [ … ].`)
  // `parseJsonc` found no error and an object, so `parseTree` returns a tree.
  const root = parseTree(text, [], { allowTrailingComma: true }) as Node
  // The checks above ensure that `hooks` and `packs` have the types of a document.
  return { root, value: plain(node) as Document, layout: layoutOf(text) }
}

export const block = (open: string, inner: string, close: string, depth: number, { eol, indent }: Layout): string =>
  `${open}${eol}${indent.repeat(depth + 1)}${inner}${eol}${indent.repeat(depth)}${close}`

export const fault = (at: At, message: string, hint: string): Fault => ({ kind: 'fault', at, message, hint })
/** Counted from 1, as in an editor. */
export function positionOf(text: string, offset: number): At {
  const lines = text.slice(0, offset).split(/\r\n|\n|\r/)
  return { line: lines.length, column: (lines.at(-1) ?? '').length + 1 }
}
export const memberOf = (node: Node, key: string): Node | undefined =>
  node.children?.find((property) => property.children?.[0]?.value === key)?.children?.[1]

/** Returns the new text only if it parses to the intended value. */
export function verifyEdit(text: string, want: Document): EditedFile {
  const parsed = parseJsonc(text)
  if (parsed.kind === 'tree' && canonical(plain(parsed.node)) === canonical(want)) return { kind: 'text', text }
  return fault(start, 'Hookline cannot edit the layout of this file safely', 'Make the change by hand.')
}
