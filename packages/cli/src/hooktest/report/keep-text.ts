/** Prints a changed YAML document over its old text, so that lines with unchanged content stay as the user wrote them. */
import { isDeepStrictEqual } from 'node:util'
import { diffArrays } from 'diff'
import { type Document, parse } from 'yaml'

export function keepText(document: Document, before: string): string {
  const printed = document.toString({ lineWidth: 0, ...findIndentation(before) })
  const merged = merge(before.split('\n'), printed.split('\n')).join('\n')
  return isDeepStrictEqual(tryParse(merged), document.toJS()) ? merged : printed
}

function merge(old: readonly string[], now: readonly string[]): readonly string[] {
  let at = 0
  const parts = diffArrays([...old], [...now], { comparator: (a, b) => withoutBlanks(a) === withoutBlanks(b) })
  return parts.flatMap(({ added, removed, count, value }) => {
    if (added) return value
    at += count
    return removed ? [] : old.slice(at - count, at)
  })
}

const withoutBlanks = (line: string): string => line.replace(/\s+/g, '')

function tryParse(text: string): unknown {
  try {
    return parse(text)
  } catch {
    return undefined
  }
}

/** Detects how the file is indented. */
function findIndentation(text: string): { readonly indent: number; readonly indentSeq: boolean } {
  const inner = /^\S[^\n]*:[ \t]*\n( +)\S/m.exec(text)?.[1]
  return {
    indent: inner === undefined ? 2 : inner.length,
    indentSeq: !/^([ \t]*)[^\s-][^\n]*:[ \t]*\n\1- /m.test(text),
  }
}
