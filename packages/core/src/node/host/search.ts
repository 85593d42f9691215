/** Searches files for a regular expression in linear time. Matches in a file count only if the agent may read that file. */
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
  /** Returns the text that the agent may see, or undefined if a hook withholds it. */
  readAllowed(file: string, content: string): Promise<string | undefined>
}
export interface SearchResult {
  readonly matches: readonly Match[]
  /** The number of files with a match that the agent may not see. */
  readonly withheld: number
  /** Whether there are more matches. */
  readonly cut: boolean
}

const SKIPPED = new Set(['.git', 'node_modules'])
const MAX_BYTES = 2 * 1024 * 1024
const MAX_FILES = 50_000
const MAX_LINE = 500

export async function search({ pattern, path, limit, signal, readAllowed }: Search): Promise<SearchResult> {
  const test = await compilePattern(pattern)
  const matches: Match[] = []
  let withheld = 0
  let files = 0
  for (const file of listFiles(path)) {
    if (++files % 100 === 0) await setImmediate()
    signal?.throwIfAborted()
    if (files > MAX_FILES) return { matches, withheld, cut: true }
    const content = readIfText(file)
    if (content === undefined || !content.split('\n').some(test)) continue
    const visible = await readAllowed(file, content)
    if (visible === undefined) withheld++
    else
      for (const [at, line] of visible.split('\n').entries()) {
        if (!test(line)) continue
        if (matches.length === limit) return { matches, withheld, cut: true }
        matches.push({ file, line: at + 1, text: line.slice(0, MAX_LINE).replace(/\r$/, '') })
      }
  }
  return { matches, withheld, cut: false }
}

/** Accepts JavaScript's syntax, as matchers do. Rejects what a linear-time engine cannot run. */
async function compilePattern(pattern: string): Promise<(line: string) => boolean> {
  const expression = new RegExp(pattern)
  if (isPlain(pattern)) return (line) => expression.test(line)
  const linear = toLinear(pattern)
  if (linear === undefined)
    throw new Error(`Grep cannot search for ${pattern}: look-around and back-references are not supported`)
  const { RE2JS } = await import('re2js')
  const compiled = RE2JS.compile(linear)
  return (line) => compiled.test(line)
}

/** The files in order of their names. Links are not followed: they may lead out of the path. */
function* listFiles(path: string): Generator<string> {
  const found = statSync(path)
  if (!found.isDirectory()) yield path
  else yield* walk(path)
}

function* walk(directory: string): Generator<string> {
  let names: ReturnType<typeof sortedEntries>
  try {
    names = sortedEntries(directory)
  } catch {
    return // No permission to read it.
  }
  for (const one of names) {
    const path = join(directory, one.name)
    if (one.isFile()) yield path
    else if (one.isDirectory() && !SKIPPED.has(one.name)) yield* walk(path)
  }
}

const sortedEntries = (directory: string) =>
  readdirSync(directory, { withFileTypes: true }).sort((a, b) => (a.name < b.name ? -1 : 1))

/** Undefined if the file is binary, too large or unreadable. */
function readIfText(file: string): string | undefined {
  try {
    const bytes = readBytes(file, MAX_BYTES)
    return isBinary(bytes) ? undefined : bytes.toString('utf8')
  } catch {
    return undefined
  }
}
