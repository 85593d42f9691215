/** Reads a test file in YAML or JSON, and reports every mistake with its line and column. */
import { normalize } from 'node:path'
import type { Edition } from '@hookline/core'
import type { EventName, JsonObject } from '@hookline/core/protocol'
import { type Alias, type Document, isMap, LineCounter, type Node, parseDocument } from 'yaml'
import { readNamedFile } from '../../named-file.ts'
import { agents, fileShape } from './format.ts'
import { findMeaninglessKeys, subjectOf } from './input.ts'
import { check } from './shape.ts'
import type { FileProblem, TestCase, TestFile, Want } from './types.ts'

export type ReadFile =
  | { readonly test: TestFile; readonly document: Document }
  | { readonly problems: readonly FileProblem[]; readonly test?: undefined }

export function readTestFile(file: string, root: string): ReadFile {
  const lines = new LineCounter()
  const document = parseDocument(readNamedFile(file, 'the file').replace(/^\uFEFF/, ''), { lineCounter: lines })
  const broken = [...document.errors, ...document.warnings].map(
    ({ message, linePos }): FileProblem => ({
      line: linePos?.[0].line ?? 1,
      column: linePos?.[0].col ?? 1,
      message: firstLine(message),
    }),
  )
  if (broken.length > 0) return { problems: broken }
  const problems: FileProblem[] = []
  const addProblem = (at: Node | null | undefined, message: string): void => {
    const { line, col } = lines.linePos(at?.range?.[0] ?? 0)
    problems.push({ line: Math.max(line, 1), column: Math.max(col, 1), message })
  }
  const report = Object.assign(addProblem, { resolve: (alias: Alias) => alias.resolve(document) })
  check(document.contents, fileShape, 'a test file', report)
  if (problems.length > 0) return { problems }
  const test = toTestFile(document, file, root, lines)
  for (const [at, one] of test.cases.entries())
    for (const message of [...findMistakes(one), ...findFilesBehindLinks(one, test.links)]) {
      // True: with `true`, `getIn` returns the node, and the document has this case.
      const node = document.getIn(['cases', at], true) as Node
      report(node, message)
    }
  return problems.length > 0 ? { problems } : { test, document }
}

const firstLine = (text: string): string => (text.split('\n')[0] ?? text).replace(/ at line \d+, column \d+:?$/, '')

/** The content of a file that was checked against `fileShape`. */
interface WrittenFile {
  readonly description?: string
  readonly hook?: string | number
  readonly links?: readonly string[]
  readonly cases: readonly WrittenCase[]
}
interface Defaults {
  readonly event?: EventName
  readonly edition?: string | number
  readonly files?: Readonly<Record<string, string>>
  readonly env?: Readonly<Record<string, string>>
  readonly differs?: Readonly<Record<string, string>>
}
interface WrittenCase extends Defaults {
  readonly name?: string
  readonly input?: JsonObject
  readonly want?: Want | null
  readonly skip?: string
}

function toTestFile(document: Document, file: string, root: string, lines: LineCounter): TestFile {
  // True: the document was checked against `fileShape`.
  const written = document.toJS() as WrittenFile & Defaults
  const { description, hook, links = [], cases } = written
  return {
    file,
    root,
    links,
    ...(description === undefined ? {} : { description }),
    ...(hook === undefined ? {} : { hook: String(hook) }),
    cases: cases.map((one, at) => toTestCase(one, written, caseLine(document, at, lines))),
  }
}

function toTestCase(one: WrittenCase, above: Defaults, line: number): TestCase {
  // True enough: `findMistakes` rejects a case without an event before anything else uses it.
  const event = (one.event ?? above.event) as EventName
  const input = one.input ?? {}
  const { want, skip } = one
  return {
    name: one.name ?? subjectOf(event, input),
    event,
    input,
    files: { ...above.files, ...one.files },
    env: { ...above.env, ...one.env },
    // True: `fileShape` accepts only names of editions.
    edition: String(one.edition ?? above.edition ?? 'hookline') as Edition,
    ...(want == null || Object.keys(want).length === 0 ? {} : { want }),
    differs: { ...above.differs, ...one.differs },
    ...(skip === undefined ? {} : { skip }),
    line,
  }
}

function caseLine(document: Document, at: number, lines: LineCounter): number {
  const node = document.getIn(['cases', at], true)
  return isMap(node) ? lines.linePos(node.range?.[0] ?? 0).line : 1
}

/** Mistakes that a shape cannot describe. */
function findMistakes({ event, input, edition, differs, want }: TestCase): readonly string[] {
  if (event === undefined) return ['this case has no event. Add one to the case, or to the file above its cases']
  return [
    ...findMeaninglessKeys(event, input).map((key) => `input.${key} has no effect, because ${event} has no such field`),
    ...Object.keys(differs)
      .filter((name) => name === edition || name === agents[0]?.name)
      .map((name) => `differs: the case itself already runs on ${name}. Put its verdict in want`),
    ...findBadPatterns('want', want ?? {}),
    ...findBadPatterns('want.files', want?.files ?? {}),
  ]
}

/** A file below a link would be written to the real workspace. */
const findFilesBehindLinks = ({ files }: TestCase, links: readonly string[]): readonly string[] =>
  Object.keys(files)
    .filter((path) => links.some((link) => normalize(path).startsWith(normalize(`${link}/`))))
    .map((path) => `files: ${path} would be written through a link to the real workspace`)

const findBadPatterns = (where: string, wants: object): readonly string[] =>
  Object.entries(wants).flatMap(([key, value]) => {
    const bad = patternError(value)
    return bad === undefined ? [] : [`${where}.${key}: ${bad}`]
  })

function patternError(value: unknown): string | undefined {
  if (typeof value !== 'object' || value === null || !('matches' in value)) return undefined
  try {
    new RegExp(String(value.matches), 'u')
    return undefined
  } catch (thrown) {
    return thrown instanceof Error ? thrown.message : String(thrown)
  }
}
