/** Makes the text of a test file with recorded cases, or adds cases to an existing one and keeps its lines. */
import { Document, isMap, isSeq, parseDocument } from 'yaml'
import { CannotEdit, type FileChange, readText } from '../edit/change.ts'
import { readTestFile } from '../hooktest/read/read.ts'
import type { TestCase } from '../hooktest/read/types.ts'
import { keepText } from '../hooktest/report/keep-text.ts'
import { shownPath } from '../paths.ts'
import { quoted } from '../text/plain.ts'
import { caseKey, type Draft } from './gather.ts'

export interface TestFileChange {
  readonly change: FileChange
  /** The number of new cases. */
  readonly added: number
}

export function fileText(draft: Draft, root: string, cwd: string): TestFileChange {
  const before = readText(draft.file, cwd)
  const tests = draft.cases.map(({ test }) => test)
  if (before === undefined)
    return { change: { path: draft.file, after: newFile(draft.hook, tests) }, added: tests.length }
  const read = readTestFile(draft.file, root)
  if (read.test === undefined)
    throw new CannotEdit(
      `${shownPath(draft.file, cwd)} is not a valid test file, so nothing was added. To see why: hookline test ${quoted(shownPath(draft.file, cwd))}`,
    )
  const known = new Set(read.test.cases.map(caseKey))
  const fresh = tests.filter((test) => !known.has(caseKey(test)))
  const after = fresh.length === 0 ? before : addToText(before, fresh)
  return { change: { path: draft.file, before, after }, added: fresh.length }
}

function newFile(hook: string, tests: readonly TestCase[]): string {
  const [event, ...others] = new Set(tests.map((test) => test.event))
  const common = others.length === 0 ? event : undefined
  const document = new Document({ hook, ...(common === undefined ? {} : { event: common }), cases: [] })
  document.commentBefore = ' Recorded by hookline record. Edit it like any test, and run it with: hookline test'
  return addCases(document, tests, common).toString({ lineWidth: 0 })
}

function addToText(before: string, tests: readonly TestCase[]): string {
  const document = parseDocument(before)
  const above = document.get('event')
  return keepText(addCases(document, tests, typeof above === 'string' ? above : undefined), before)
}

function addCases<D extends Document | ReturnType<typeof parseDocument>>(
  document: D,
  tests: readonly TestCase[],
  event: string | undefined,
): D {
  const cases = document.get('cases')
  if (!isSeq(cases)) return document
  const names = new Set<string>()
  for (const test of tests) {
    const node = document.createNode(caseFields(test, event, names))
    if (isMap(node)) for (const { value } of node.items) if (isMap(value)) value.flow = isShort(value.toJSON())
    cases.add(node)
  }
  return document
}

/** The name of a case is its subject, so it is written only for a second case of the same name, with a number. */
function caseFields(
  { name, event, input, want, differs, edition }: TestCase,
  above: string | undefined,
  names: Set<string>,
) {
  let shown = name
  for (let count = 2; names.has(shown); count++) shown = `${name} (${count})`
  names.add(shown)
  return {
    ...(shown === name ? {} : { name: shown }),
    ...(event === above ? {} : { event }),
    input,
    ...(edition === 'hookline' ? {} : { edition }),
    want,
    ...(Object.keys(differs).length === 0 ? {} : { differs }),
  }
}

const isShort = (value: unknown): boolean => JSON.stringify(value).length < 90
