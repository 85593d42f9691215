/** Writes down what happened as what is wanted. Comments and everything else in the file stay. */

import { readFileSync, writeFileSync } from 'node:fs'
import type { JsonObject } from '@hookline/core/protocol'
import { eventRows } from '@hookline/core/protocol'
import { createTwoFilesPatch } from 'diff'
import { type Document, isAlias, isMap, isNode } from 'yaml'
import type { CaseResult, Execution, TestCase, TestFile, Want } from '../read/types.ts'
import { differences, isCalled, shownName } from '../run/compare.ts'
import { keepText } from './keep-text.ts'

export interface Updated {
  readonly file: string
  readonly before: string
  readonly after: string
}

/** Undefined where nothing is to be written. A hook that failed is never written down as wanted. */
export function updateFile(test: TestFile, document: Document, results: readonly CaseResult[]): Updated | undefined {
  let changed = false
  const put = (path: readonly (string | number)[], value: unknown) => {
    changed = true
    for (let depth = 1; depth < path.length; depth++) writeOut(document, path.slice(0, depth))
    if (value === undefined) document.deleteIn(path)
    else
      document.setIn(
        path,
        !isNode(value) && (value === null || typeof value === 'object') ? document.createNode(value) : value,
      )
  }
  for (const [at, one] of test.cases.entries()) {
    const result = results[at]
    if (result?.execution === undefined) continue
    if (one.want === undefined) put(['cases', at, 'want'], inOneLine(document, firstWant(one, result.execution)))
    else
      for (const [key, value] of wantedNow(one, one.want, result.execution)) put(['cases', at, 'want', ...key], value)
    for (const [on, value] of differsNow(one, result)) put(['cases', at, 'differs', on], value)
  }
  if (!changed) return undefined
  const before = readFileSync(test.file, 'utf8')
  const after = test.file.endsWith('.json')
    ? `${JSON.stringify(document.toJS(), null, 2)}\n`
    : keepText(document, before)
  writeFileSync(test.file, after)
  return { file: test.file, before, after }
}

/** What is changed here must not change where else the same node is used. */
function writeOut(document: Document, path: readonly (string | number)[]): void {
  const node = document.getIn(path, true)
  if (isAlias(node)) document.setIn(path, document.createNode(node.toJS(document)))
}

type Change = readonly [readonly (string | number)[], unknown]

/** What a case can want in one word or text. */
function singleFacts({ event }: TestCase, got: Execution): JsonObject {
  const { user_message, agent_message, updated_content, updated_input } = got.reply
  return {
    ...(eventRows[event].gate.kind === 'none' ? {} : { verdict: got.verdict }),
    kind: got.kind,
    rule: got.rule,
    user_message,
    agent_message,
    updated_content,
    updated_input,
    context: got.context,
    follow_up: got.followUp,
  }
}

/** How it came about is for those who ask; an event without a gate and without words is told by who ran. */
function firstWant(one: TestCase, got: Execution): object {
  const { kind: _, rule: __, ...facts } = singleFacts(one, got)
  const said = Object.fromEntries(Object.entries(facts).filter(([, value]) => value !== undefined))
  return Object.keys(said).length > 0 ? said : { ran: got.runs.map(({ entry }) => shownName(entry)) }
}

function inOneLine(document: Document, value: object): unknown {
  const node = document.createNode(value)
  if (isMap(node) && JSON.stringify(value).length < 80) node.flow = true
  return node
}

function wantedNow(one: TestCase, want: Want, got: Execution): readonly Change[] {
  const facts = singleFacts(one, got)
  const wrong = Object.keys(facts).filter((key) => key in want && differs({ [key]: want[key as keyof Want] }, got))
  return [...wrong.map((key): Change => [[key], facts[key] ?? null]), ...inner(want, got)]
}

/** The parts that are maps and lists: only what is named there, and only where it differs. */
function inner(want: Want, got: Execution): readonly Change[] {
  const files = Object.entries(want.files ?? {}).filter(([path, text]) => differs({ files: { [path]: text } }, got))
  const env = Object.entries(want.env ?? {}).filter(([name, value]) => differs({ env: { [name]: value } }, got))
  const skipped = Object.entries(want.skipped ?? {}).filter(([name, why]) => differs({ skipped: { [name]: why } }, got))
  const ran = want.ran !== undefined && differs({ ran: want.ran }, got)
  return [
    ...files.map(([path]): Change => [['files', path], got.files[path] ?? null]),
    ...env.map(([name]): Change => [['env', name], got.env?.[name]]),
    ...skipped.map(
      ([name]): Change => [['skipped', name], got.skipped.find(({ entry }) => isCalled(entry, name))?.why],
    ),
    ...(ran ? [[['ran'], [...new Set(got.runs.map(({ entry }) => shownName(entry)))]] as Change] : []),
  ]
}

const differs = (part: Want, got: Execution): boolean =>
  differences({ ...part, failed: got.runs.some(({ failure }) => failure !== undefined) }, got).length > 0

function differsNow(
  one: TestCase,
  { comparisons = [], word }: CaseResult,
): readonly (readonly [string, string | undefined])[] {
  return comparisons
    .filter(({ ok, says }) => !ok && says !== 'error')
    .map(({ on, says }) => [on, says === word ? undefined : says] as const)
    .filter(([on, says]) => one.differs[on] !== says)
}

/** A unified diff, without the lines that only repeat the name. */
export function diffOf({ before, after }: Updated, name: string): string {
  const lines = createTwoFilesPatch(name, name, before, after, '', '', { context: 2 }).split('\n')
  const from = lines.findIndex((line) => line.startsWith('---'))
  return lines
    .slice(from)
    .map((line) => line.trimEnd())
    .join('\n')
    .trimEnd()
}
