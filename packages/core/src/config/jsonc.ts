/** Parses JSON with comments and trailing commas into a tree with the line and column of every part. */
import { printParseErrorCode, visit } from 'jsonc-parser'
import type { ProblemCode } from '../protocol/problem-levels.ts'

/** A position, counted from 1 as in an editor. */
export interface At {
  readonly line: number
  readonly column: number
}
export interface Member {
  readonly key: string
  readonly keyAt: At
  readonly value: Node
}
type Scalar = string | number | boolean | null
export type Node =
  | { readonly kind: 'object'; readonly at: At; readonly members: readonly Member[] }
  | { readonly kind: 'list'; readonly at: At; readonly items: readonly Node[] }
  | { readonly kind: 'value'; readonly at: At; readonly value: Scalar }
export type ObjectNode = Extract<Node, { kind: 'object' }>

interface SyntaxFault {
  readonly code: ProblemCode
  readonly at: At
  readonly message: string
  readonly hint: string
}
export type Parsed =
  | { readonly kind: 'tree'; readonly node: Node }
  | { readonly kind: 'fault'; readonly fault: SyntaxFault }

const MAX_DEPTH = 64
export const start: At = { line: 1, column: 1 }

type Open = { readonly kind: 'object'; at: At; members: Member[] } | OpenList
interface OpenList {
  readonly kind: 'list'
  at: At
  items: Node[]
}
/** Thrown to leave `visit`, which is recursive, before deep nesting exhausts the stack. */
const tooDeep = Symbol('too deep')

export function parseJsonc(given: string): Parsed {
  const text = given.charCodeAt(0) === 0xfeff ? given.slice(1) : given
  if (text.trim() === '') return fault('syntax', start, 'the file is empty', 'Write {"version": 1, "hooks": {}}.')
  const builder = createBuilder()
  try {
    visit(text, builder.visitor, { allowTrailingComma: true })
  } catch (thrown) {
    if (thrown !== tooDeep) throw thrown
    return fault(
      'too-deep',
      builder.deepAt(),
      `nested deeper than ${MAX_DEPTH} levels`,
      'Flatten it; hooks need four levels.',
    )
  }
  const error = builder.error()
  if (error !== undefined) return { kind: 'fault', fault: error }
  const node = builder.root()
  return node === undefined
    ? fault('syntax', start, 'the file contains no value', hints.ValueExpected)
    : { kind: 'tree', node }
}

const fault = (code: ProblemCode, at: At, message: string, hint = ''): Parsed => ({
  kind: 'fault',
  fault: { code, at, message, hint },
})
const positionAt = (line: number, character: number): At => ({ line: line + 1, column: character + 1 })

function createBuilder() {
  const open: Open[] = []
  /** The key that was read last in each open node, until its value is read. */
  const keys: (Pick<Member, 'key' | 'keyAt'> | undefined)[] = []
  let root: Node | undefined
  let error: SyntaxFault | undefined
  let deepAt = start
  const add = (node: Node) => {
    const parent = open.at(-1)
    if (parent === undefined) root ??= node
    else if (parent.kind === 'list') parent.items.push(node)
    else {
      const named = keys[open.length]
      if (named !== undefined) parent.members.push({ key: named.key, keyAt: named.keyAt, value: node })
      keys[open.length] = undefined
    }
  }
  const begin = (made: Open) => {
    if (open.length === MAX_DEPTH) {
      deepAt = made.at
      throw tooDeep
    }
    // Added to its parent immediately; its own members are added while it is open. An open node has all fields of a node.
    add(made as Node)
    open.push(made)
    keys[open.length] = undefined
  }
  const visitor = {
    onObjectBegin: (_o: number, _l: number, line: number, character: number) =>
      begin({ kind: 'object', at: positionAt(line, character), members: [] }),
    onArrayBegin: (_o: number, _l: number, line: number, character: number) =>
      begin({ kind: 'list', at: positionAt(line, character), items: [] }),
    onObjectEnd: () => void open.pop(),
    onArrayEnd: () => void open.pop(),
    onObjectProperty: (key: string, _o: number, _l: number, line: number, character: number) => {
      keys[open.length] = { key, keyAt: positionAt(line, character) }
    },
    onLiteralValue: (value: Scalar, _o: number, _l: number, line: number, character: number) =>
      add({ kind: 'value', at: positionAt(line, character), value }),
    onError: (code: number, _o: number, _l: number, line: number, character: number) => {
      error ??= syntaxFault(printParseErrorCode(code), positionAt(line, character))
    },
  }
  return { visitor, root: () => root, error: () => error, deepAt: () => deepAt }
}

const messages: Readonly<Record<string, string>> = {
  InvalidSymbol: 'this is not JSON',
  InvalidNumberFormat: 'this is not a number',
  PropertyNameExpected: 'a key in double quotes is expected here',
  ValueExpected: 'a value is expected here',
  ColonExpected: 'a colon is missing before this',
  CommaExpected: 'a comma is missing before this',
  CloseBraceExpected: 'a closing } is missing',
  CloseBracketExpected: 'a closing ] is missing',
  EndOfFileExpected: 'the file should end before this',
  UnexpectedEndOfComment: 'the comment is not closed',
  UnexpectedEndOfString: 'the string is not closed',
  UnexpectedEndOfNumber: 'the number is not complete',
  InvalidUnicode: 'the \\u escape is not complete',
  InvalidEscapeCharacter: 'this escape does not exist in JSON',
  InvalidCharacter: 'a string contains a control character',
}
const hints: Readonly<Record<string, string>> = {
  InvalidSymbol: 'Put strings in double quotes; only true, false, null and numbers have none.',
  PropertyNameExpected: 'Put keys in double quotes.',
  ValueExpected: 'Write a value, or remove the comma or key before it.',
  ColonExpected: 'Write "key": value.',
  CommaExpected: 'Add a comma after the value before it.',
  EndOfFileExpected: 'Remove the text after the closing bracket.',
  UnexpectedEndOfString: 'Close it with a double quote on the same line.',
  InvalidEscapeCharacter: 'Write \\\\ for a backslash.',
  InvalidCharacter: 'Write \\n for a line break and \\t for a tab.',
}
const syntaxFault = (name: string, at: At): SyntaxFault => ({
  code: 'syntax',
  at,
  message: messages[name] ?? 'this is not JSON',
  hint: hints[name] ?? 'Fix the JSON at this position.',
})

/** Converts a plain value to a tree, for the entries of an embedder. Functions and the like become null. */
export function nodeOf(value: unknown, at: At = start): Node {
  if (Array.isArray(value)) return { kind: 'list', at, items: value.map((item) => nodeOf(item, at)) }
  if (typeof value === 'object' && value !== null) {
    const given = Object.entries(value).filter(([, member]) => member !== undefined)
    return {
      kind: 'object',
      at,
      members: given.map(([key, member]) => ({ key, keyAt: at, value: nodeOf(member, at) })),
    }
  }
  const scalar = typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean' ? value : null
  return { kind: 'value', at, value: scalar }
}

/** The value without positions. `__proto__` is dropped, so that no later copy can change a prototype. */
export function plain(node: Node): unknown {
  if (node.kind === 'value') return node.value
  if (node.kind === 'list') return node.items.map(plain)
  const made: Record<string, unknown> = {}
  for (const { key, value } of node.members) if (key !== '__proto__') made[key] = plain(value)
  return made
}

/** The last member with this name, which is the one that JSON.parse keeps. */
export const memberOf = (node: ObjectNode, key: string): Member | undefined =>
  node.members.findLast((member) => member.key === key)

/** The members whose key occurred before. */
export function repeatedMembers(node: ObjectNode): readonly Member[] {
  const first = new Map<string, Member>()
  for (const member of node.members) if (!first.has(member.key)) first.set(member.key, member)
  return node.members.filter((member) => first.get(member.key) !== member)
}

/** The same text for equal values: sorted keys, no spaces. */
export function canonical(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonical).join(',')}]`
  if (typeof value !== 'object' || value === null) return JSON.stringify(value) ?? 'null'
  let members = ''
  // The two lines above have left an object.
  const object = value as Record<string, unknown>
  for (const key of Object.keys(object).sort())
    members += `${members === '' ? '' : ','}${JSON.stringify(key)}:${canonical(object[key])}`
  return `{${members}}`
}
