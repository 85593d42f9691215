/** Writes the current results into a test file as its wants. Comments and everything else in the file stay unchanged. */
import { readFileSync, writeFileSync } from 'node:fs'
import type { JsonObject } from '@hookline/core/protocol'
import { eventRows } from '@hookline/core/protocol'
import { createTwoFilesPatch } from 'diff'
import { type Document, isAlias, isMap, isNode } from 'yaml'
import type { CaseResult, Execution, TestCase, TestFile, Want } from '../read/types.ts'
import { findDifferences, hasName, shownName } from './compare.ts'
import { keepText } from './keep-text.ts'

export interface FileUpdate {
  readonly file: string
  readonly before: string
  readonly after: string
}

/** Returns undefined if nothing has changed. The failure of a hook is never written as a want. */
export function updateFile(test: TestFile, document: Document, results: readonly CaseResult[]): FileUpdate | undefined {
  let changed = false
  const setValue = (path: readonly (string | number)[], value: unknown) => {
    changed = true
    for (let depth = 1; depth < path.length; depth++) expandAlias(document, path.slice(0, depth))
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
    if (one.want === undefined)
      setValue(['cases', at, 'want'], createFlowNode(document, createWant(one, result.execution)))
    else
      for (const [key, value] of findChangedWants(one, one.want, result.execution))
        setValue(['cases', at, 'want', ...key], value)
    for (const [on, value] of findChangedDiffers(one, result)) setValue(['cases', at, 'differs', on], value)
  }
  if (!changed) return undefined
  const before = readFileSync(test.file, 'utf8')
  const after = test.file.endsWith('.json')
    ? `${JSON.stringify(document.toJS(), null, 2)}\n`
    : keepText(document, before)
  writeFileSync(test.file, after)
  return { file: test.file, before, after }
}

/** Replaces an alias by a copy, so that a change here does not change other places that use the same node. */
function expandAlias(document: Document, path: readonly (string | number)[]): void {
  const node = document.getIn(path, true)
  if (isAlias(node)) document.setIn(path, document.createNode(node.toJS(document)))
}

type Change = readonly [readonly (string | number)[], unknown]

/** The facts that a want compares as a single value. */
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

/** Leaves out `kind` and `rule`, which few tests need. An event without a verdict or message is described by the hooks that ran. */
function createWant(one: TestCase, got: Execution): object {
  const { kind: _, rule: __, ...facts } = singleFacts(one, got)
  const present = Object.fromEntries(Object.entries(facts).filter(([, value]) => value !== undefined))
  return Object.keys(present).length > 0 ? present : { ran: got.runs.map(({ entry }) => shownName(entry)) }
}

function createFlowNode(document: Document, value: object): unknown {
  const node = document.createNode(value)
  if (isMap(node) && JSON.stringify(value).length < 80) node.flow = true
  return node
}

function findChangedWants(one: TestCase, want: Want, got: Execution): readonly Change[] {
  const facts = singleFacts(one, got)
  // True: the keys of the facts are keys of a want.
  const wrong = Object.keys(facts).filter((key) => key in want && differs({ [key]: want[key as keyof Want] }, got))
  return [...wrong.map((key): Change => [[key], facts[key] ?? null]), ...findChangedParts(want, got)]
}

/** Changes inside maps and lists: only for keys that the want has, and only if they differ. */
function findChangedParts(want: Want, got: Execution): readonly Change[] {
  const files = Object.entries(want.files ?? {}).filter(([path, text]) => differs({ files: { [path]: text } }, got))
  const env = Object.entries(want.env ?? {}).filter(([name, value]) => differs({ env: { [name]: value } }, got))
  const skipped = Object.entries(want.skipped ?? {}).filter(([name, why]) => differs({ skipped: { [name]: why } }, got))
  const ran = want.ran !== undefined && differs({ ran: want.ran }, got)
  const ranNow: Change = [['ran'], [...new Set(got.runs.map(({ entry }) => shownName(entry)))]]
  return [
    ...files.map(([path]): Change => [['files', path], got.files[path] ?? null]),
    ...env.map(([name]): Change => [['env', name], got.env?.[name]]),
    ...skipped.map(([name]): Change => [['skipped', name], got.skipped.find(({ entry }) => hasName(entry, name))?.why]),
    ...(ran ? [ranNow] : []),
  ]
}

const differs = (part: Want, got: Execution): boolean =>
  findDifferences({ ...part, failed: got.runs.some(({ failure }) => failure !== undefined) }, got).length > 0

function findChangedDiffers(
  one: TestCase,
  { comparisons = [], word }: CaseResult,
): readonly (readonly [string, string | undefined])[] {
  return comparisons
    .filter(({ ok, says }) => !ok && says !== 'error')
    .map(({ on, says }) => [on, says === word ? undefined : says] as const)
    .filter(([on, says]) => one.differs[on] !== says)
}

/** A unified diff without the lines before its `---` header. */
export function createDiff({ before, after }: FileUpdate, name: string): string {
  const lines = createTwoFilesPatch(name, name, before, after, '', '', { context: 2 }).split('\n')
  const from = lines.findIndex((line) => line.startsWith('---'))
  return lines
    .slice(from)
    .map((line) => line.trimEnd())
    .join('\n')
    .trimEnd()
}
