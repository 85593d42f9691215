/** Computes bash parameter expansions: `${x%.ts}`, `${x//a/b}`, `${x:0:2}`, `${x,,}`. */
import type { ParameterOperation, Word } from 'unbash'

const MAX_VALUE = 4_096

/** `textOf` returns the value of a word inside the braces; undefined if it is known only at run time. */
export function changeValue(
  value: string,
  operation: ParameterOperation,
  textOf: (word: Word) => string | undefined,
): string | undefined {
  if (value.length > MAX_VALUE) return undefined
  switch (operation.type) {
    case 'Remove':
      return removePattern(value, operation.operator, textOf(operation.operand))
    case 'Replace':
      return replacePattern(value, operation.operator, textOf(operation.pattern), textOf(operation.replacement))
    case 'Slice':
      return sliceValue(value, textOf(operation.offset), operation.length === undefined ? '' : textOf(operation.length))
    case 'CaseModification':
      return operation.operand === undefined || textOf(operation.operand) === ''
        ? changeCase(value, operation.operator)
        : undefined
    case 'Default':
      return /^:?[-=?]$/.test(operation.operator) && value !== '' ? value : undefined
    default:
      return undefined
  }
}

/** Splits a pattern of plain text at its star; undefined if it has more than one, so that a search is linear. */
function splitPattern(pattern: string | undefined): readonly [string, string?] | undefined {
  if (pattern === undefined || /[?[\]]/.test(pattern)) return undefined
  const [before = '', after, ...more] = pattern.replace(/\\(.)/g, '$1').split('*')
  if (more.length > 0) return undefined
  return after === undefined ? [before] : [before, after]
}

function removePattern(value: string, operator: string, pattern: string | undefined): string | undefined {
  const parts = splitPattern(pattern)
  if (parts === undefined) return undefined
  const [before, after] = parts
  const isLong = operator.length === 2
  if (operator.startsWith('#')) {
    if (!value.startsWith(before)) return value
    if (after === undefined) return value.slice(before.length)
    const at = isLong ? value.lastIndexOf(after) : value.indexOf(after, before.length)
    return at < before.length ? value : value.slice(at + after.length)
  }
  if (after === undefined) return value.endsWith(before) ? value.slice(0, value.length - before.length) : value
  if (!value.endsWith(after)) return value
  const end = value.length - after.length
  const at = isLong ? value.indexOf(before) : value.lastIndexOf(before, end - before.length)
  return at === -1 || at + before.length > end ? value : value.slice(0, at)
}

function replacePattern(
  value: string,
  operator: string,
  pattern: string | undefined,
  by: string | undefined,
): string | undefined {
  const [text, more] = splitPattern(pattern) ?? []
  if (text === undefined || text === '' || more !== undefined || by === undefined) return undefined
  if (operator === '/#') return value.startsWith(text) ? by + value.slice(text.length) : value
  if (operator === '/%') return value.endsWith(text) ? value.slice(0, value.length - text.length) + by : value
  const result = operator === '//' ? value.split(text).join(by) : value.replace(text, () => by)
  return result.length > MAX_VALUE ? undefined : result
}

function sliceValue(value: string, offset: string | undefined, length: string | undefined): string | undefined {
  const [from, count] = [offset?.trim() ?? '', length?.trim()]
  if (!/^-?\d{1,5}$/.test(from) || count === undefined || !/^(-?\d{1,5})?$/.test(count)) return undefined
  const start = Number(from) < 0 ? value.length + Number(from) : Number(from)
  if (count === '') return value.slice(start)
  return Number(count) < 0 ? value.slice(start, Number(count)) : value.slice(start, start + Number(count))
}

function changeCase(value: string, operator: string): string {
  const change = (text: string): string => (operator.startsWith('^') ? text.toUpperCase() : text.toLowerCase())
  return operator.length === 2 ? change(value) : change(value.slice(0, 1)) + value.slice(1)
}
