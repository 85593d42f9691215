/** Checks a YAML node against a shape. Each problem has a location, the problem itself, and a suggestion if there is one. */
import { nearest } from '@hookline/core/node'
import { type Alias, isAlias, isMap, isScalar, isSeq, type Node, type Pair, type YAMLMap } from 'yaml'

export type Shape =
  | { readonly kind: 'any' }
  | { readonly kind: 'text'; readonly wrong?: (text: string) => string | undefined }
  /** Text that may look like a number (`edition: 2.4`). */
  | { readonly kind: 'word' }
  | { readonly kind: 'flag' }
  | { readonly kind: 'nothing' }
  | { readonly kind: 'one-of'; readonly words: readonly string[]; readonly hint?: (word: string) => string }
  | { readonly kind: 'list'; readonly of: Shape; readonly least?: number }
  /** Any keys, whose values all have one shape. */
  | { readonly kind: 'map'; readonly of: Shape; readonly key?: (name: string) => string | undefined }
  /** Only these keys. */
  | { readonly kind: 'keys'; readonly keys: Readonly<Record<string, Shape>>; readonly needs?: readonly string[] }
  | { readonly kind: 'either'; readonly of: readonly Shape[]; readonly words: string }

export interface Report {
  (at: Node | null | undefined, message: string): void
  /** The node that an alias (`*name`) refers to. */
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
export const keys = (rows: Readonly<Record<string, Shape>>, required: readonly string[] = []): Shape => ({
  kind: 'keys',
  keys: rows,
  needs: required,
})
export const either = (words: string, ...of: readonly Shape[]): Shape => ({ kind: 'either', of, words })

type MaybeNode = Node | null | undefined
type ShapeOf<K extends Shape['kind']> = Extract<Shape, { readonly kind: K }>
type Checker<K extends Shape['kind']> = (node: MaybeNode, shape: ShapeOf<K>, what: string, report: Report) => void

export function check(written: MaybeNode, shape: Shape, what: string, report: Report): void {
  const node = isAlias(written) ? report.resolve(written) : written
  // True: the checker under a kind takes shapes of that kind. TypeScript does not connect the two.
  const checker = checkers[shape.kind] as Checker<Shape['kind']>
  checker(node, shape, what, report)
}

const reportUnless = (fits: boolean, node: MaybeNode, what: string, wanted: string, report: Report): void => {
  if (!fits) report(node, `${what} must be ${wanted}, got ${describeNode(node)}`)
}

const checkers: { readonly [K in Shape['kind']]: Checker<K> } = {
  any: () => {},
  text: checkText,
  word: (node, _, what, report) =>
    reportUnless(/string|number/.test(typeof scalarValue(node)), node, what, 'text', report),
  flag: (node, _, what, report) =>
    reportUnless(typeof scalarValue(node) === 'boolean', node, what, 'true or false', report),
  nothing: (node, _, what, report) =>
    reportUnless(node == null || scalarValue(node) === null, node, what, 'null', report),
  'one-of': checkOneOf,
  list: checkList,
  map: checkMap,
  keys: checkKeys,
  either: checkEither,
}

function checkText(node: MaybeNode, { wrong }: ShapeOf<'text'>, what: string, report: Report): void {
  const value = scalarValue(node)
  const message = typeof value === 'string' ? wrong?.(value) : undefined
  reportUnless(typeof value === 'string', node, what, `text${quoteHint(node)}`, report)
  if (message !== undefined) report(node, message)
}

function checkList(node: MaybeNode, { of, least = 0 }: ShapeOf<'list'>, what: string, report: Report): void {
  if (!isSeq(node)) reportUnless(false, node, what, 'a list', report)
  else if (node.items.length < least) report(node, `${what} is empty`)
  // True: the items of a parsed document are nodes.
  else for (const [at, item] of node.items.entries()) check(item as Node, of, `${what}[${at}]`, report)
}

function checkOneOf(node: MaybeNode, shape: ShapeOf<'one-of'>, what: string, report: Report): void {
  if (!isScalar(node)) {
    reportUnless(false, node, what, 'text', report)
    return
  }
  const value = String(node.value)
  if (shape.words.includes(value)) return
  const near = shape.hint?.(value) ?? didYouMean(value, shape.words)
  const choice = shape.words.length <= 6 ? `: ${shape.words.join(', ')}` : ''
  report(node, `there is no ${what} ${JSON.stringify(value)}${near || choice}`)
}

function checkMap(node: MaybeNode, shape: ShapeOf<'map'>, what: string, report: Report): void {
  reportUnless(isMap(node), node, what, 'a map of names to values', report)
  for (const pair of isMap(node) ? node.items : []) {
    const name = keyName(pair)
    const wrong = shape.key?.(name)
    // True, here and below: the keys and values of a parsed document are nodes.
    if (wrong !== undefined) report(pair.key as Node, wrong)
    // True, as above.
    check(pair.value as Node, shape.of, `${what}.${name}`, report)
  }
}

function checkKeys(node: MaybeNode, shape: ShapeOf<'keys'>, what: string, report: Report): void {
  if (isMap(node)) checkPairs(node, shape, what, report)
  else reportUnless(false, node, what, 'a map', report)
}

function checkPairs(node: YAMLMap, shape: ShapeOf<'keys'>, what: string, report: Report): void {
  const names = Object.keys(shape.keys)
  for (const pair of node.items) {
    const name = keyName(pair)
    const inner = Object.hasOwn(shape.keys, name) ? shape.keys[name] : undefined
    if (inner === undefined)
      // True, as in `checkMap`.
      report(pair.key as Node, `${what} has no key "${name}"${didYouMean(name, names) || listKeys(names)}`)
    // True, as in `checkMap`.
    else check(pair.value as Node, inner, name, report)
  }
  const there = node.items.map(keyName)
  // If a key was misspelt, the missing key may be the one that was just reported.
  if (there.some((name) => !names.includes(name))) return
  for (const name of shape.needs ?? []) if (!there.includes(name)) report(node, `${what} has no ${name}`)
}

/** Accepts the node if one of the shapes fits. If none fits and the node is a map, it reports the problems with the shape that is a map too. */
function checkEither(node: MaybeNode, shape: ShapeOf<'either'>, what: string, report: Report): void {
  const tried = shape.of.map((one) => {
    const found: [MaybeNode, string][] = []
    check(
      node,
      one,
      what,
      Object.assign((at: MaybeNode, message: string) => found.push([at, message]), { resolve: report.resolve }),
    )
    return { one, found }
  })
  if (tried.some(({ found }) => found.length === 0)) return
  const near = tried.find(({ one }) => (isMap(node) ? one.kind === 'keys' || one.kind === 'map' : false))
  if (near === undefined) report(node, `${what} must be ${shape.words}, got ${describeNode(node)}`)
  else for (const [at, message] of near.found) report(at, message)
}

const keyName = (pair: Pair): string => String(isScalar(pair.key) ? pair.key.value : pair.key)
const scalarValue = (node: MaybeNode): unknown => (isScalar(node) ? node.value : undefined)

function describeNode(node: MaybeNode): string {
  if (isMap(node)) return 'a map'
  if (isSeq(node)) return 'a list'
  const value = scalarValue(node)
  if (value === null || value === undefined) return 'nothing'
  return typeof value === 'string' ? `the text ${JSON.stringify(value)}` : `${typeof value} ${String(value)}`
}

const quoteHint = (node: MaybeNode): string =>
  ['number', 'boolean', 'bigint'].includes(typeof scalarValue(node)) ? ' (put it in quotes)' : ''
const listKeys = (names: readonly string[]): string => `; its keys are ${names.join(', ')}`

function didYouMean(name: string, names: readonly string[]): string {
  const near = nearest(name, names)
  return near === undefined ? '' : `. Did you mean "${near}"?`
}
