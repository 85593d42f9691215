/** Reads TOML into plain values, with the line of each. Dates stay texts. */
import type { JsonObject } from '../../schema.ts'
import { isObject } from '../../schema.ts'

export type Toml =
  | {
      readonly kind: 'table'
      readonly value: JsonObject
      readonly lineOf: (path: readonly (string | number)[]) => number
    }
  | { readonly kind: 'fault'; readonly line: number; readonly message: string }

class Fault extends Error {}
type Table = Record<string, unknown>
const MAX_DEPTH = 64

export function readToml(given: string): Toml {
  const text = given.replace(/^\ufeff/, '')
  let at = 0
  const lines = new Map<unknown, Map<string, number>>()
  const count = { offset: 0, line: 1 }
  /** Offsets mostly grow, so lines are counted on from the last one. */
  const lineAt = (offset: number): number => {
    if (offset < count.offset) Object.assign(count, { offset: 0, line: 1 })
    for (; count.offset < offset; count.offset++) if (text[count.offset] === '\n') count.line++
    return count.line
  }
  const fail = (message: string): never => {
    throw new Fault(message)
  }
  const mark = (owner: object, key: string | number, offset: number) => {
    const known = lines.get(owner) ?? new Map<string, number>()
    known.set(String(key), lineAt(offset))
    lines.set(owner, known)
  }
  const skip = (pattern: RegExp) => {
    pattern.lastIndex = at
    at += pattern.exec(text)?.[0].length ?? 0
  }
  const blanks = () => skip(/[ \t]*/y)
  /** Blanks, line ends and comments. */
  const space = () => skip(/(?:[ \t\r\n]|#[^\n]*)*/y)
  const take = (pattern: RegExp): string | undefined => {
    pattern.lastIndex = at
    const found = pattern.exec(text)?.[0]
    if (found !== undefined) at += found.length
    return found
  }
  const endOfLine = () => {
    skip(/[ \t]*(?:#[^\n]*)?/y)
    if (at < text.length && take(/\r?\n/y) === undefined) fail('text after a value')
  }

  function readKeys(): readonly string[] {
    const keys: string[] = []
    do {
      blanks()
      const bare = take(/[A-Za-z0-9_-]+/y)
      keys.push(bare ?? (text[at] === '"' || text[at] === "'" ? readText() : fail('a key is missing')))
      blanks()
    } while (take(/\./y) !== undefined)
    return keys
  }

  function readText(): string {
    const long = take(/"""|'''/y)
    if (long !== undefined) {
      take(/\r?\n/y)
      const end = findEnd(long)
      const body = text.slice(at, end)
      at = end + 3
      // Up to two quotes may stand before the closing ones.
      const extra = take(long === '"""' ? /"{1,2}/y : /'{1,2}/y) ?? ''
      return long === '"""' ? unescapeText((body + extra).replaceAll(/\\[ \t]*\r?\n\s*/g, '')) : body + extra
    }
    const found = take(/"(?:[^"\\\n]|\\[^\n])*"|'[^'\n]*'/y) ?? fail('a text without an end')
    const body = found.slice(1, -1)
    return found.startsWith('"') ? unescapeText(body) : body
  }
  function findEnd(quotes: string): number {
    for (let end = at; end < text.length; end++) {
      if (text[end] === '\\' && quotes === '"""') end++
      else if (text.startsWith(quotes, end)) return end
    }
    return fail('a text without an end')
  }
  const unescapeText = (body: string): string =>
    body.replaceAll(/\\(u[0-9a-fA-F]{4}|U[0-9a-fA-F]{8}|x[0-9a-fA-F]{2}|.)/gs, (_, code: string) => {
      const simple: Readonly<Record<string, string>> = {
        b: '\b',
        t: '\t',
        n: '\n',
        f: '\f',
        r: '\r',
        e: '\u001b',
        '"': '"',
        '\\': '\\',
      }
      const known = simple[code]
      if (known !== undefined) return known
      const point = code.length > 1 ? Number.parseInt(code.slice(1), 16) : Number.NaN
      return point <= 0x10ffff ? String.fromCodePoint(point) : fail(`unknown escape \\${code}`)
    })

  function readValue(depth: number): unknown {
    if (depth > MAX_DEPTH) fail(`nested deeper than ${MAX_DEPTH} levels`)
    const first = text[at]
    if (first === '"' || first === "'") return readText()
    if (first === '[') return readList(depth)
    if (first === '{') return readInline(depth)
    const word = take(/[^\s,\]}#]+(?: \d{2}:\d{2}:[\d.:+Z-]+)?/y) ?? fail('a value is missing')
    if (word === 'true' || word === 'false') return word === 'true'
    if (/^\d{4}-\d{2}-\d{2}/.test(word) || /^\d{2}:\d{2}/.test(word)) return word
    const number = Number(word.replaceAll('_', '').replace(/^\+/, ''))
    if (!Number.isNaN(number)) return number
    return /^[+-]?(?:inf|nan)$/.test(word) ? word : fail(`${word} is not a value`)
  }
  function readList(depth: number): readonly unknown[] {
    const list: unknown[] = []
    at++
    for (;;) {
      space()
      if (take(/\]/y) !== undefined) return list
      mark(list, list.length, at)
      list.push(readValue(depth + 1))
      space()
      if (take(/,/y) === undefined && text[at] !== ']') fail('a list without an end')
    }
  }
  function readInline(depth: number): Table {
    const table: Table = {}
    at++
    for (;;) {
      space()
      if (take(/\}/y) !== undefined) return table
      readPair(table, depth + 1)
      space()
      if (take(/,/y) === undefined && text[at] !== '}') fail('a table without an end')
    }
  }
  function readPair(table: Table, depth: number): void {
    const began = at
    const keys = readKeys()
    if (take(/=/y) === undefined) fail('a key without a value')
    blanks()
    const owner = descend(table, keys.slice(0, -1), began)
    // `readKeys` returns at least one key.
    const last = keys.at(-1) as string
    if (Object.hasOwn(owner, last)) fail(`${last} is there twice`)
    define(owner, last, readValue(depth), began)
  }
  /** A key such as `__proto__` is a key like any other. */
  const define = (owner: Table, key: string, value: unknown, offset: number) => {
    Object.defineProperty(owner, key, { value, enumerable: true, writable: true, configurable: true })
    mark(owner, key, offset)
  }
  function descend(from: Table, keys: readonly string[], offset: number): Table {
    let table = from
    for (const key of keys) {
      if (!Object.hasOwn(table, key)) define(table, key, {}, offset)
      const found = table[key]
      const next = Array.isArray(found) ? found.at(-1) : found
      if (!isObject(next)) return fail(`${key} is not a table`)
      // Every object in the result is a table that `define` made.
      table = next as Table
    }
    return table
  }
  function readHeader(root: Table): Table {
    const began = at
    const isList = take(/\[\[/y) !== undefined
    if (!isList) at++
    const keys = readKeys()
    if (keys.length > MAX_DEPTH) fail(`nested deeper than ${MAX_DEPTH} levels`)
    if (take(isList ? /\]\]/y : /\]/y) === undefined) fail('a header without an end')
    if (!isList) return descend(root, keys, began)
    const owner = descend(root, keys.slice(0, -1), began)
    // As above.
    const last = keys.at(-1) as string
    if (!Object.hasOwn(owner, last)) define(owner, last, [], began)
    const list = owner[last]
    if (!Array.isArray(list)) return fail(`${last} is not a list of tables`)
    const item: Table = {}
    mark(list, list.length, began)
    list.push(item)
    return item
  }

  const root: Table = {}
  try {
    let table = root
    for (space(); at < text.length; space()) {
      if (text[at] === '[') table = readHeader(root)
      else readPair(table, 0)
      endOfLine()
    }
  } catch (error) {
    if (error instanceof Fault) return { kind: 'fault', line: lineAt(at), message: error.message }
    throw error
  }
  return { kind: 'table', value: root, lineOf: (path) => lineIn(root, path, lines) }
}

/** The line of the value, or of the nearest one around it. */
function lineIn(
  root: unknown,
  path: readonly (string | number)[],
  lines: ReadonlyMap<unknown, ReadonlyMap<string, number>>,
): number {
  let [line, value]: [number, unknown] = [1, root]
  for (const key of path) {
    const found = lines.get(value)?.get(String(key))
    if (found === undefined) return line
    line = found
    value = (value as Readonly<Record<string, unknown>>)[key] // Only tables and lists have lines.
  }
  return line
}
