/** The text of a test file with recorded cases: a new one, or more cases in one that is there, its own lines kept. */
import { Document, isMap, isSeq, parseDocument } from 'yaml'
import { CannotEdit, type FileChange, readText } from '../edit/change.ts'
import { readTestFile } from '../hooktest/read/read.ts'
import type { TestCase } from '../hooktest/read/types.ts'
import { keepText } from '../hooktest/report/keep-text.ts'
import { shownPath } from '../paths.ts'
import { type Draft, sameness } from './gather.ts'

export interface Written {
  readonly change: FileChange
  /** How many cases are new. */
  readonly added: number
}

export function fileText(draft: Draft, root: string, cwd: string): Written {
  const before = readText(draft.file, cwd)
  const tests = draft.cases.map(({ test }) => test)
  if (before === undefined)
    return { change: { path: draft.file, after: newFile(draft.hook, tests) }, added: tests.length }
  const read = readTestFile(draft.file, root)
  if (read.test === undefined)
    throw new CannotEdit(
      `${shownPath(draft.file, cwd)} is no test file as it stands, so nothing was added: hookline test says why`,
    )
  const known = new Set(read.test.cases.map(sameness))
  const fresh = tests.filter((test) => !known.has(sameness(test)))
  const after = fresh.length === 0 ? before : withMore(before, fresh)
  return { change: { path: draft.file, before, after }, added: fresh.length }
}

function newFile(hook: string, tests: readonly TestCase[]): string {
  const [event, ...others] = new Set(tests.map((test) => test.event))
  const common = others.length === 0 ? event : undefined
  const document = new Document({ hook, ...(common === undefined ? {} : { event: common }), cases: [] })
  document.commentBefore = ' Made by hookline record of what the hook did. Edit it as any test; run it: hookline test'
  return add(document, tests, common).toString({ lineWidth: 0 })
}

function withMore(before: string, tests: readonly TestCase[]): string {
  const document = parseDocument(before)
  const above = document.get('event')
  return keepText(add(document, tests, typeof above === 'string' ? above : undefined), before)
}

function add<D extends Document | ReturnType<typeof parseDocument>>(
  document: D,
  tests: readonly TestCase[],
  event: string | undefined,
): D {
  const cases = document.get('cases')
  if (!isSeq(cases)) return document
  const names = new Set<string>()
  for (const test of tests) {
    const node = document.createNode(caseText(test, event, names))
    if (isMap(node)) for (const { value } of node.items) if (isMap(value)) value.flow = isShort(value.toJSON())
    cases.add(node)
  }
  return document
}

/** The name is the subject, which stands there anyway; only a second one of the same name says it, with a number. */
function caseText(
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
