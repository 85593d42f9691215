/** Looks for an expression in files, in linear time; what it finds in a file counts once the reader may see that file. */
import { readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { setImmediate } from 'node:timers/promises'
import { isPlain, toLinear } from '../../matchers/matcher-syntax.ts'
import { isBinary, readBytes } from './text-file.ts'
import type { Match } from './types.ts'

export interface Search {
  readonly pattern: string
  readonly path: string
  readonly limit: number
  readonly signal: AbortSignal | undefined
  /** The text that the reader may see, or undefined where it is withheld. */
  allowed(file: string, content: string): Promise<string | undefined>
}
export interface SearchResult {
  readonly matches: readonly Match[]
  /** Files with a match that the reader may not see. */
  readonly withheld: number
  /** There is more than this. */
  readonly cut: boolean
}

const SKIPPED = new Set(['.git', 'node_modules'])
const MAX_BYTES = 2 * 1024 * 1024
const MAX_FILES = 50_000
const MAX_LINE = 500

export async function search({ pattern, path, limit, signal, allowed }: Search): Promise<SearchResult> {
  const test = await tester(pattern)
  const matches: Match[] = []
  let withheld = 0
  let files = 0
  for (const file of below(path)) {
    if (++files % 100 === 0) await setImmediate()
    signal?.throwIfAborted()
    if (files > MAX_FILES) return { matches, withheld, cut: true }
    const content = textOf(file)
    if (content === undefined || !content.split('\n').some(test)) continue
    const seen = await allowed(file, content)
    if (seen === undefined) withheld++
    else
      for (const [at, line] of seen.split('\n').entries()) {
        if (!test(line)) continue
        if (matches.length === limit) return { matches, withheld, cut: true }
        matches.push({ file, line: at + 1, text: line.slice(0, MAX_LINE).replace(/\r$/, '') })
      }
  }
  return { matches, withheld, cut: false }
}

/** JavaScript's syntax, as matchers have it; what no linear engine can run is refused. */
async function tester(pattern: string): Promise<(line: string) => boolean> {
  const expression = new RegExp(pattern)
  if (isPlain(pattern)) return (line) => expression.test(line)
  const linear = toLinear(pattern)
  if (linear === undefined)
    throw new Error(`Grep cannot search for ${pattern}: look-around and back-references are not supported`)
  const { RE2JS } = await import('re2js')
  const compiled = RE2JS.compile(linear)
  return (line) => compiled.test(line)
}

/** In order of their names. A link is not followed: it may lead out of what was asked for. */
function* below(path: string): Generator<string> {
  const found = statSync(path)
  if (!found.isDirectory()) yield path
  else yield* walk(path)
}

function* walk(directory: string): Generator<string> {
  let names: ReturnType<typeof entriesOf>
  try {
    names = entriesOf(directory)
  } catch {
    return // Not ours to look into.
  }
  for (const one of names) {
    const path = join(directory, one.name)
    if (one.isFile()) yield path
    else if (one.isDirectory() && !SKIPPED.has(one.name)) yield* walk(path)
  }
}

const entriesOf = (directory: string) =>
  readdirSync(directory, { withFileTypes: true }).sort((a, b) => (a.name < b.name ? -1 : 1))

/** Undefined for what is not text, too large, or not to be read by this person. */
function textOf(file: string): string | undefined {
  try {
    const bytes = readBytes(file, MAX_BYTES)
    return isBinary(bytes) ? undefined : bytes.toString('utf8')
  } catch {
    return undefined
  }
}
