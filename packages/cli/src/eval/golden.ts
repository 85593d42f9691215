/** A golden set: inputs with the verdict that a person gave them. YAML or JSON, every mistake with its line and column. */

import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { relative, resolve } from 'node:path'
import type { EventName, JsonObject } from '@hookline/core/protocol'
import { type Alias, type Document, isMap, isSeq, LineCounter, type Node, parseDocument, type YAMLMap } from 'yaml'
import { UsageError } from '../flags.ts'
import { buildInput, findMeaninglessKeys, subjectOf } from '../hooktest/read/input.ts'
import { any, check, keys, oneOf, type Report, text } from '../hooktest/read/shape.ts'

type Wanted = 'ok' | 'block'
export interface GoldenCase {
  /** What a person calls it: its note, else the command, the file, the prompt. */
  readonly name: string
  readonly want: Wanted
  /** The whole input of the event. */
  readonly input: JsonObject
}
export interface GoldenSet {
  /** From the workspace's root: a result may be committed. */
  readonly file: string
  readonly sha256: string
  readonly cases: readonly GoldenCase[]
}

const caseShape = keys({ want: oneOf(['ok', 'block']), note: text, input: any }, ['want'])

export function readGolden(file: string, event: EventName, root: string): GoldenSet {
  const written = readText(file)
  const lines = new LineCounter()
  const document = parseDocument(written.replace(/^\uFEFF/, ''), { lineCounter: lines })
  const problems: string[] = []
  const say = (at: Node | null | undefined, message: string): void => {
    const { line, col } = lines.linePos(at?.range?.[0] ?? 0)
    problems.push(`${file}:${Math.max(line, 1)}:${Math.max(col, 1)} ${message}`)
  }
  const report: Report = Object.assign(say, { resolve: (alias: Alias) => alias.resolve(document) })
  for (const { message, pos } of document.errors) {
    const { line, col } = lines.linePos(pos[0])
    problems.push(`${file}:${line}:${col} ${message.split('\n')[0]}`)
  }
  const cases = problems.length > 0 ? [] : casesOf(document, event, root, report)
  if (problems.length > 0) throw new UsageError(problems.join('\n'))
  return { file: relative(root, file), sha256: createHash('sha256').update(written).digest('hex'), cases }
}

function readText(file: string): string {
  try {
    return readFileSync(file, 'utf8')
  } catch (error) {
    throw new UsageError(`${file} cannot be read: ${(error as Error).message}`)
  }
}

/** A list, or `cases: [ … ]`; a case's fields stand under `input` or beside `want`. */
function casesOf(document: Document, event: EventName, root: string, report: Report): readonly GoldenCase[] {
  const node = isMap(document.contents) ? (document.get('cases', true) as Node | undefined) : document.contents
  if (!isSeq(node)) {
    report(document.contents, 'a golden set is a list of { input, want: ok or block, note }')
    return []
  }
  if (node.items.length === 0) report(node, 'the golden set has no case')
  return node.items.flatMap((item, at) => {
    if (!isMap(item)) {
      report(item as Node, 'a case is an object: { input, want: ok or block, note }')
      return []
    }
    const { want, note, input, ...beside } = item.toJSON() as JsonObject
    check(subset(item), caseShape, `case ${at + 1}`, report)
    const fields = { ...beside, ...(typeof input === 'object' && input !== null ? input : {}) }
    for (const name of findMeaninglessKeys(event, fields)) report(item, `case ${at + 1}: ${event} has no ${name}`)
    if (Object.keys(fields).length === 0) report(item, `case ${at + 1} says nothing of the event: give it input: { … }`)
    const name = typeof note === 'string' ? note : subjectOf(event, fields)
    return [{ name, want: want as Wanted, input: buildInput(event, fields, { root, contentOf: contentAt(root) }) }]
  })
}

/** The keys of a case that are not fields of the event. */
function subset(item: YAMLMap): Node {
  const own = item.clone() as YAMLMap
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
