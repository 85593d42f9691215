/** Runs test files and yields a result for each, in the order of the files. It prints nothing. */
import { existsSync } from 'node:fs'
import { homedir } from 'node:os'
import { dirname, join, sep } from 'node:path'
import type { Document } from 'yaml'
import { createLimit } from '../../limit.ts'
import { findRoot, rootMarks } from '../../paths.ts'
import { findScript } from '../read/choose.ts'
import { checkWorkspaceRoot, type FoundFile } from '../read/find.ts'
import { type ReadFile, readTestFile } from '../read/read.ts'
import type { Execute, FileResult, TestFile } from '../read/types.ts'
import { openWorkspace, type Workspace } from '../scratch/workspace.ts'
import type { Consent } from './consent.ts'
import { runCasesFile } from './engine-cases.ts'
import { runTestFile } from './run-file.ts'

export interface RunOptions {
  readonly cwd: string
  readonly execute: Execute
  readonly timeoutMs: number
  /** How many cases of the engine itself run at once; `execute` has a limit of its own. */
  readonly jobs: number
  readonly updating: boolean
  readonly consent: Consent
}
interface TestResult {
  readonly result: FileResult
  /** The content of the file, for `--update`. */
  readonly source?: { readonly test: TestFile; readonly document: Document }
}
export interface OpenTests {
  readonly workspaces: readonly Workspace[]
  results(): AsyncGenerator<TestResult>
  close(): void
}

/** Returns undefined if the user does not allow the programs to run. */
export async function openTests(found: readonly FoundFile[], options: RunOptions): Promise<OpenTests | undefined> {
  const read = found.map((one) => ({
    one,
    ...(one.kind === 'cases' ? {} : { content: tryReadTestFile(one.file, options.cwd) }),
  }))
  const tests = read.flatMap(({ content }) => content?.test ?? [])
  const roots = [...new Set(tests.map(({ root }) => checkWorkspaceRoot(root)))]
  const scripts = tests.flatMap((test) => findScript(test) ?? [])
  if (!(await options.consent(roots, scripts))) return undefined
  const workspaces = await Promise.all(
    roots.map((root) =>
      openWorkspace(
        root,
        tests.filter((test) => test.root === root),
      ),
    ),
  )
  const limit = createLimit(options.jobs)
  const workspaceOf = (root: string) => workspaces.find((one) => one.root === root)
  const start = async ({ one, content }: (typeof read)[number]): Promise<TestResult> => {
    if (content === undefined) return { result: await runCasesFile(one.file, limit) }
    if (content.test === undefined) return { result: unreadableFile(one.file, content.problems) }
    // True: a workspace was opened for the root of every test.
    const workspace = workspaceOf(content.test.root) as Workspace
    return { result: await runTestFile(content.test, { ...options, workspace }), source: content }
  }
  return {
    workspaces,
    async *results() {
      const started = read.map(start)
      for (const one of started) one.catch(() => {})
      for (const one of started) yield await one
    },
    close: () => {
      for (const workspace of workspaces) workspace.close()
    },
  }
}

/** The workspace around the file. If nothing marks one, it is the workspace of the current directory. */
function findTestRoot(file: string, cwd: string): string {
  const directory = dirname(file)
  const found = findRoot(directory)
  const marked = found !== directory || rootMarks.some((name) => existsSync(join(found, name)))
  const around = findRoot(cwd)
  return marked || around === homedir() || !directory.startsWith(around + sep) ? found : around
}

function tryReadTestFile(file: string, cwd: string): ReadFile {
  try {
    return readTestFile(file, findTestRoot(file, cwd))
  } catch (thrown) {
    const message = thrown instanceof Error ? thrown.message : String(thrown)
    return { problems: [{ line: 1, column: 1, message }] }
  }
}

const unreadableFile = (file: string, problems: FileResult['problems']): FileResult => ({
  file,
  root: dirname(file),
  title: file,
  problems,
  results: [],
})
