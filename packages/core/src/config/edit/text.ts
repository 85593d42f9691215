/** Edits the text of a JSONC file: adds or removes one member and leaves every other byte unchanged, including comments. */
import type { Node } from 'jsonc-parser'

export interface Layout {
  readonly eol: '\n' | '\r\n'
  /** The indentation of one level. */
  readonly indent: string
}

export function layoutOf(text: string): Layout {
  const eol = text.includes('\r\n') ? '\r\n' : '\n'
  return { eol, indent: /^([ \t]+)\S/m.exec(text)?.[1] ?? '  ' }
}

/** Formats a value for this nesting depth: on one line if it is short, unless `wide` is set. */
export function formatValue(value: unknown, depth: number, { eol, indent }: Layout, wide = false): string {
  const line = onOneLine(value)
  if (!wide && line.length + depth * indent.length <= 120) return line
  return JSON.stringify(value, null, indent).replaceAll('\n', `${eol}${indent.repeat(depth)}`)
}

function onOneLine(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(onOneLine).join(', ')}]`
  if (typeof value !== 'object' || value === null) return JSON.stringify(value)
  const members = Object.entries(value).map(([key, member]) => `${JSON.stringify(key)}: ${onOneLine(member)}`)
  return members.length === 0 ? '{}' : `{ ${members.join(', ')} }`
}

const endOf = (node: Node): number => node.offset + node.length
const childrenOf = (node: Node): readonly Node[] => node.children ?? []

/** Adds text as the last member or item of an object or list. */
export function append(text: string, container: Node, depth: number, added: string, layout: Layout): string {
  const { eol, indent } = layout
  const last = childrenOf(container).at(-1)
  const close = endOf(container) - 1
  const outer = indent.repeat(depth)
  const lines = `${eol}${outer}${indent}`
  if (last === undefined) {
    const inside = text.slice(container.offset + 1, close).trimEnd()
    return splice(text, container.offset + 1, close, `${inside}${lines}${added}${eol}${outer}`)
  }
  const after = skipTrivia(text, endOf(last))
  const hasComma = text[after] === ','
  const between = text.slice(hasComma ? after + 1 : endOf(last), close)
  const single = !text.slice(container.offset, close).includes('\n') && between.trim() === ''
  const comma = hasComma ? text.slice(endOf(last), after + 1) : ','
  const lead = single ? ' ' : lines
  const tail = single ? between : between.slice(between.trimEnd().length) || `${eol}${outer}`
  const kept = single ? '' : between.trimEnd()
  return splice(text, endOf(last), close, `${comma}${kept}${lead}${added}${hasComma && !single ? ',' : ''}${tail}`)
}

/** Adds text as the first member of an object. */
export function prepend(text: string, container: Node, depth: number, added: string, layout: Layout): string {
  const first = childrenOf(container)[0]
  if (first === undefined) return append(text, container, depth, added, layout)
  const lead = `${layout.eol}${layout.indent.repeat(depth + 1)}`
  const startsLine = /^[ \t]*\r?\n/.test(text.slice(container.offset + 1))
  return startsLine
    ? splice(text, container.offset + 1, container.offset + 1, `${lead}${added},`)
    : splice(text, first.offset, first.offset, `${added},${text.slice(0, first.offset).includes('\n') ? lead : ' '}`)
}

/** Removes one member or item with its comma, and the line if it is then empty. Comments stay. */
export function removeMember(text: string, container: Node, index: number): string {
  const all = childrenOf(container)
  const node = all[index]
  if (node === undefined) return text
  const after = skipTrivia(text, endOf(node))
  if (text[after] === ',') {
    const withoutComma = splice(text, after, after + 1, '')
    return removeEmptyLine(splice(withoutComma, node.offset, endOf(node), ''), node.offset)
  }
  const without = removeEmptyLine(splice(text, node.offset, endOf(node), ''), node.offset)
  const before = all[index - 1]
  if (before === undefined) return without
  const comma = skipTrivia(text, endOf(before))
  const sameLine = /^[ \t]*$/.test(text.slice(comma + 1, node.offset))
  return splice(without, comma, sameLine ? node.offset : comma + 1, '')
}

/** Removes the line of `at` if only white space is left on it. */
function removeEmptyLine(text: string, at: number): string {
  const start = text.lastIndexOf('\n', at - 1) + 1
  const found = text.indexOf('\n', at)
  const end = found < 0 ? text.length : found + 1
  if (start > 0 && found >= 0 && text.slice(start, end).trim() === '') return splice(text, start, end, '')
  const blanks = /^[ \t]*/.exec(text.slice(at))?.[0].length ?? 0
  return splice(text, at, at + blanks, '')
}

/** The next position that is neither white space nor in a comment. */
export function skipTrivia(text: string, from: number): number {
  const trivia = /(?:\s+|\/\/[^\n\r]*|\/\*[\s\S]*?\*\/)*/y
  trivia.lastIndex = from
  trivia.exec(text)
  return trivia.lastIndex
}

const splice = (text: string, from: number, to: number, by: string): string => text.slice(0, from) + by + text.slice(to)
