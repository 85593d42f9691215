/** Prints a changed YAML document over its old text: lines that say the same stay as the person wrote them. */
import { isDeepStrictEqual } from 'node:util'
import { diffArrays } from 'diff'
import { type Document, parse } from 'yaml'

export function keepText(document: Document, before: string): string {
  const printed = document.toString({ lineWidth: 0, ...habitsOf(before) })
  const merged = merge(before.split('\n'), printed.split('\n')).join('\n')
  return isDeepStrictEqual(parsedOf(merged), document.toJS()) ? merged : printed
}

function merge(old: readonly string[], now: readonly string[]): readonly string[] {
  let at = 0
  const parts = diffArrays([...old], [...now], { comparator: (a, b) => bare(a) === bare(b) })
  return parts.flatMap(({ added, removed, count, value }) => {
    if (added) return value
    at += count
    return removed ? [] : old.slice(at - count, at)
  })
}

const bare = (line: string): string => line.replace(/\s+/g, '')

function parsedOf(text: string): unknown {
  try {
    return parse(text)
  } catch {
    return undefined
  }
}

/** How the person indents. */
function habitsOf(text: string): { readonly indent: number; readonly indentSeq: boolean } {
  const inner = /^\S[^\n]*:[ \t]*\n( +)\S/m.exec(text)?.[1]
  return {
    indent: inner === undefined ? 2 : inner.length,
    indentSeq: !/^([ \t]*)[^\s-][^\n]*:[ \t]*\n\1- /m.test(text),
  }
}
