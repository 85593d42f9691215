/** Checks a YAML node against a described shape. Says where, what, and what was meant. */
import { nearest } from '@hookline/core/node'
import { type Alias, isAlias, isMap, isScalar, isSeq, type Node, type Pair, type YAMLMap } from 'yaml'

export type Shape =
  | { readonly kind: 'any' }
  | { readonly kind: 'text'; readonly wrong?: (text: string) => string | undefined }
  /** Text that is easily written as a number (`edition: 2.4`). */
  | { readonly kind: 'word' }
  | { readonly kind: 'flag' }
  | { readonly kind: 'nothing' }
  | { readonly kind: 'one-of'; readonly words: readonly string[]; readonly hint?: (word: string) => string }
  | { readonly kind: 'list'; readonly of: Shape; readonly least?: number }
  /** Any keys, one shape. */
  | { readonly kind: 'map'; readonly of: Shape; readonly key?: (name: string) => string | undefined }
  /** These keys and no others. */
  | { readonly kind: 'keys'; readonly keys: Readonly<Record<string, Shape>>; readonly needs?: readonly string[] }
  | { readonly kind: 'either'; readonly of: readonly Shape[]; readonly words: string }

export interface Report {
  (at: Node | null | undefined, message: string): void
  /** What an alias (`*name`) stands for. */
  readonly resolve: (alias: Alias) => Node | undefined
}

export const any: Shape = { kind: 'any' }
export const text: Shape = { kind: 'text' }
export const textThat = (wrong: (text: string) => string | undefined): Shape => ({ kind: 'text', wrong })
export const word: Shape = { kind: 'word' }
export const flag: Shape = { kind: 'flag' }
export const nothing: Shape = { kind: 'nothing' }
export const oneOf = (words: readonly string[], hint?: (word: string) => string): Shape => ({
  kind: 'one-of',
  words,
  ...(hint === undefined ? {} : { hint }),
})
export const list = (of: Shape, least = 0): Shape => ({ kind: 'list', of, least })
export const map = (of: Shape, key?: (name: string) => string | undefined): Shape => ({
  kind: 'map',
  of,
  ...(key === undefined ? {} : { key }),
})
export const keys = (rows: Readonly<Record<string, Shape>>, needs: readonly string[] = []): Shape => ({
  kind: 'keys',
  keys: rows,
  needs,
})
export const either = (words: string, ...of: readonly Shape[]): Shape => ({ kind: 'either', of, words })

type Any = Node | null | undefined
type Of<K extends Shape['kind']> = Extract<Shape, { readonly kind: K }>
type Checker<K extends Shape['kind']> = (node: Any, shape: Of<K>, what: string, report: Report) => void

export function check(written: Any, shape: Shape, what: string, report: Report): void {
  const node = isAlias(written) ? report.resolve(written) : written
  // Each row takes the shapes of its own kind.
  const checker = checkers[shape.kind] as Checker<Shape['kind']>
  checker(node, shape as never, what, report)
}

const unless = (fits: boolean, node: Any, what: string, wanted: string, report: Report): void => {
  if (!fits) report(node, `${what} must be ${wanted}, and is ${kindOf(node)}`)
}

const checkers: { readonly [K in Shape['kind']]: Checker<K> } = {
  any: () => {},
  text: checkText,
  word: (node, _, what, report) => unless(/string|number/.test(typeof scalar(node)), node, what, 'text', report),
  flag: (node, _, what, report) => unless(typeof scalar(node) === 'boolean', node, what, 'true or false', report),
  nothing: (node, _, what, report) => unless(node == null || scalar(node) === null, node, what, 'null', report),
  'one-of': checkWord,
  list: checkList,
  map: checkMap,
  keys: checkKeys,
  either: checkEither,
}

function checkText(node: Any, { wrong }: Of<'text'>, what: string, report: Report): void {
  const value = scalar(node)
  const message = typeof value === 'string' ? wrong?.(value) : undefined
  unless(typeof value === 'string', node, what, `text${quoteHint(node)}`, report)
  if (message !== undefined) report(node, message)
}

function checkList(node: Any, { of, least = 0 }: Of<'list'>, what: string, report: Report): void {
  if (!isSeq(node)) unless(false, node, what, 'a list', report)
  else if (node.items.length < least) report(node, `${what} is empty`)
  else for (const [at, item] of node.items.entries()) check(item as Node, of, `${what}[${at}]`, report)
}

function checkWord(node: Any, shape: Of<'one-of'>, what: string, report: Report): void {
  const value = String(scalar(node))
  if (isScalar(node) && shape.words.includes(value)) return
  const near = shape.hint?.(value) ?? meant(value, shape.words)
  const choice = shape.words.length <= 6 ? `: ${shape.words.join(', ')}` : ''
  report(node, `there is no ${what} ${isScalar(node) ? JSON.stringify(value) : kindOf(node)}${near || choice}`)
}

function checkMap(node: Any, shape: Of<'map'>, what: string, report: Report): void {
  unless(isMap(node), node, what, 'a map of names to values', report)
  for (const pair of isMap(node) ? node.items : []) {
    const name = nameOf(pair)
    const wrong = shape.key?.(name)
    if (wrong !== undefined) report(pair.key as Node, wrong)
    check(pair.value as Node, shape.of, `${what}.${name}`, report)
  }
}

function checkKeys(node: Any, shape: Of<'keys'>, what: string, report: Report): void {
  if (isMap(node)) checkPairs(node, shape, what, report)
  else unless(false, node, what, 'a map', report)
}

function checkPairs(node: YAMLMap, shape: Of<'keys'>, what: string, report: Report): void {
  const names = Object.keys(shape.keys)
  for (const pair of node.items) {
    const name = nameOf(pair)
    const inner = Object.hasOwn(shape.keys, name) ? shape.keys[name] : undefined
    if (inner === undefined)
      report(pair.key as Node, `${what} has no key "${name}"${meant(name, names) || known(names)}`)
    else check(pair.value as Node, inner, name, report)
  }
  const there = node.items.map(nameOf)
  // What is missing may be there under the name that was just reported.
  if (there.some((name) => !names.includes(name))) return
  for (const name of shape.needs ?? []) if (!there.includes(name)) report(node, `${what} has no ${name}`)
}

/** The first that fits; where none does, the one of the same kind says what is wrong with it. */
function checkEither(node: Any, shape: Of<'either'>, what: string, report: Report): void {
  const tried = shape.of.map((one) => {
    const found: [Any, string][] = []
    check(
      node,
      one,
      what,
      Object.assign((at: Any, message: string) => found.push([at, message]), { resolve: report.resolve }),
    )
    return { one, found }
  })
  if (tried.some(({ found }) => found.length === 0)) return
  const near = tried.find(({ one }) => (isMap(node) ? one.kind === 'keys' || one.kind === 'map' : false))
  if (near === undefined) report(node, `${what} must be ${shape.words}, and is ${kindOf(node)}`)
  else for (const [at, message] of near.found) report(at, message)
}

const nameOf = (pair: Pair): string => String(isScalar(pair.key) ? pair.key.value : pair.key)
const scalar = (node: Any): unknown => (isScalar(node) ? node.value : undefined)

function kindOf(node: Any): string {
  if (isMap(node)) return 'a map'
  if (isSeq(node)) return 'a list'
  const value = scalar(node)
  if (value === null || value === undefined) return 'empty'
  return typeof value === 'string' ? `the text ${JSON.stringify(value)}` : `${typeof value} ${String(value)}`
}

const quoteHint = (node: Any): string =>
  ['number', 'boolean', 'bigint'].includes(typeof scalar(node)) ? ' (put it in quotes)' : ''
const known = (names: readonly string[]): string => `; its keys are ${names.join(', ')}`

function meant(name: string, names: readonly string[]): string {
  const near = nearest(name, names)
  return near === undefined ? '' : `; did you mean "${near}"?`
}
