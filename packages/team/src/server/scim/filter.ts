/**
 * Reads a filter of the form `attribute eq "value"`, which identity providers send. Its value is a JSON string and is
 * only ever used as a parameter of a query. Everything else is refused, so that a filter never matches more than it says.
 */
import { invalid } from './error.ts'

export interface Filter<A extends string> {
  readonly attribute: A
  readonly value: string
}

const pattern = /^\s*([A-Za-z][\w.]*)\s+eq\s+("(?:[^"\\]|\\.)*"|true|false)\s*$/i

export function readFilter<A extends string>(text: string, attributes: readonly A[]): Filter<A> {
  if (text.length > 1000) throw invalid('the filter is too long', 'invalidFilter')
  const [, name = '', literal = ''] = pattern.exec(text) ?? []
  const attribute = attributes.find((candidate) => candidate.toLowerCase() === name.toLowerCase())
  if (attribute === undefined)
    throw invalid(`only this filter is supported: ${attributes.join(' | ')} eq "value"`, 'invalidFilter')
  return { attribute, value: readLiteral(literal) }
}

function readLiteral(literal: string): string {
  try {
    return String(JSON.parse(literal.startsWith('"') ? literal : literal.toLowerCase()))
  } catch {
    throw invalid('the value of the filter is not a JSON string', 'invalidFilter')
  }
}
