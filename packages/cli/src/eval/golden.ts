/** Reads a golden set: inputs with their expected verdict, in YAML or JSON. Every mistake is reported with line and column. */

import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { relative, resolve } from 'node:path'
import type { EventName, JsonObject } from '@hookline/core/protocol'
import { type Alias, type Document, isMap, isSeq, LineCounter, type Node, parseDocument, type YAMLMap } from 'yaml'
import { UsageError } from '../flags.ts'
import { buildInput, findMeaninglessKeys, subjectOf } from '../hooktest/read/input.ts'
import { any, check, keys, oneOf, type Report, text } from '../hooktest/read/shape.ts'
import { readNamedFile } from '../named-file.ts'

type ExpectedVerdict = 'ok' | 'block'
export interface GoldenCase {
  /** Its note, or else the command, the file or the prompt. */
  readonly name: string
  readonly want: ExpectedVerdict
  /** The complete input of the event. */
  readonly input: JsonObject
}
export interface GoldenSet {
  /** Relative to the workspace, because a result may be committed. */
  readonly file: string
  readonly sha256: string
  readonly cases: readonly GoldenCase[]
}

const caseShape = keys({ want: oneOf(['ok', 'block']), note: text, input: any }, ['want'])

export function readGolden(file: string, event: EventName, root: string): GoldenSet {
  const written = readNamedFile(file, file)
  const lines = new LineCounter()
  const document = parseDocument(written.replace(/^\uFEFF/, ''), { lineCounter: lines })
  const problems: string[] = []
  const addProblem = (at: Node | null | undefined, message: string): void => {
    const { line, col } = lines.linePos(at?.range?.[0] ?? 0)
    problems.push(`${file}:${Math.max(line, 1)}:${Math.max(col, 1)} ${message}`)
  }
  const report: Report = Object.assign(addProblem, { resolve: (alias: Alias) => alias.resolve(document) })
  for (const { message, pos } of document.errors) {
    const { line, col } = lines.linePos(pos[0])
    problems.push(`${file}:${line}:${col} ${message.split('\n')[0]}`)
  }
  const cases = problems.length > 0 ? [] : readCases(document, event, root, report)
  if (problems.length > 0) throw new UsageError(problems.join('\n'))
  return { file: relative(root, file), sha256: createHash('sha256').update(written).digest('hex'), cases }
}

/** Reads a list or `cases: [ … ]`. The fields of a case are under `input` or beside `want`. */
function readCases(document: Document, event: EventName, root: string, report: Report): readonly GoldenCase[] {
  // With `true`, `get` returns the node itself.
  const node = isMap(document.contents) ? (document.get('cases', true) as Node | undefined) : document.contents
  if (!isSeq(node)) {
    report(document.contents, 'a golden set must be a list of { input, want: ok or block, note }')
    return []
  }
  if (node.items.length === 0) report(node, 'the golden set has no case')
  return node.items.flatMap((item, at) => {
    if (!isMap(item)) {
      report(item as Node, 'a case must be an object: { input, want: ok or block, note }') // A parsed item is a node.
      return []
    }
    const { want, note, input, ...beside } = item.toJSON() as JsonObject // A map becomes an object.
    check(subset(item), caseShape, `case ${at + 1}`, report)
    const fields = { ...beside, ...(typeof input === 'object' && input !== null ? input : {}) }
    for (const name of findMeaninglessKeys(event, fields)) report(item, `case ${at + 1}: ${event} has no field ${name}`)
    if (Object.keys(fields).length === 0) report(item, `case ${at + 1} has no input. Add input: { … }`)
    const name = typeof note === 'string' ? note : subjectOf(event, fields)
    return [
      // The check above reports every other value.
      { name, want: want as ExpectedVerdict, input: buildInput(event, fields, { root, contentOf: contentAt(root) }) },
    ]
  })
}

/** Only the keys of a case that are not fields of the event. */
function subset(item: YAMLMap): Node {
  const own = item.clone() as YAMLMap // A clone has the same type.
  own.items = item.items.filter(({ key }) => ['want', 'note', 'input'].includes(String(key)))
  return own
}

const contentAt =
  (root: string) =>
  (path: string): string | undefined => {
    try {
      return readFileSync(resolve(root, path), 'utf8')
    } catch {
      return undefined
    }
  }
