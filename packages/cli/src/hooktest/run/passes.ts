/** Runs the tests once, with `--update` to write their results, or with `--watch` after every change. */
import { dirname } from 'node:path'
import { exits, type Io } from '../../io.ts'
import { findRoot, shownPath } from '../../paths.ts'
import { oneLine } from '../../text/plain.ts'
import { type FoundFile, findTests } from '../read/find.ts'
import type { FileResult } from '../read/types.ts'
import type { Reporter } from '../report/report.ts'
import { countTotals } from '../report/totals.ts'
import { createDiff, updateFile } from '../report/update.ts'
import type { Consent } from './consent.ts'
import { measureCoverage } from './coverage.ts'
import type { Runners } from './isolate.ts'
import { type OpenTests, openTests, type RunOptions } from './run-tests.ts'
import { listFolders, type Watching, watchDirectories } from './watch.ts'

export interface PassSetup {
  readonly paths: readonly string[]
  readonly report: Reporter
  readonly verbose: boolean
  readonly coverage: boolean
  readonly watching: boolean
  readonly timeoutMs: number
  readonly jobs: number
  readonly runners: Runners
  readonly consent: Consent
}

/** Throws if a named path does not exist. */
export const findTestFiles = (paths: readonly string[], io: Io): readonly FoundFile[] =>
  findTests(paths, findRoot(io.cwd), io.cwd)

export async function runOnce(
  setup: PassSetup,
  io: Io,
  opened?: (tests: OpenTests, found: readonly FoundFile[]) => void,
): Promise<number> {
  const started = performance.now()
  const found = findTestFiles(setup.paths, io)
  const tests = await openTests(found, runOptions(setup, io, false))
  if (tests === undefined) return exits.finding
  opened?.(tests, found)
  const files: FileResult[] = []
  const end = () => ({
    totals: countTotals(files, performance.now() - started),
    ...(setup.coverage ? { coverage: measureCoverage(tests.workspaces, files) } : {}),
  })
  try {
    if (found.length === 0) return reportNoTests(io)
    const context = { io, verbose: setup.verbose, network: setup.runners.network, watching: setup.watching }
    await setup.report(collectResults(tests, files, io.signal), end, context)
  } finally {
    tests.close()
  }
  if (io.signal.aborted) return exits.interrupted
  return end().totals.failed > 0 ? exits.finding : exits.fine
}

const runOptions = ({ runners, timeoutMs, jobs, consent }: PassSetup, { cwd }: Io, updating: boolean): RunOptions => ({
  cwd,
  execute: runners.execute,
  timeoutMs,
  jobs,
  updating,
  consent,
})

async function* collectResults(tests: OpenTests, files: FileResult[], signal: AbortSignal): AsyncGenerator<FileResult> {
  for await (const { result } of tests.results()) {
    if (signal.aborted) return
    files.push(result)
    yield result
  }
}

function reportNoTests(io: Io): number {
  io.stderr.write(
    `No test files (*.hooktest.yaml, .yml or .json) below ${oneLine(findRoot(io.cwd))}. To make tests of recorded events, run: hookline record\ndocs/testing.md describes the format.\n`,
  )
  return exits.finding
}

/** Runs every case twice, to see that the second result is the same. Returns false if the user does not allow the programs to run. */
export async function updateTests(setup: PassSetup, io: Io): Promise<boolean> {
  const tests = await openTests(findTestFiles(setup.paths, io), runOptions(setup, io, true))
  if (tests === undefined) return false
  try {
    for await (const { source, result } of tests.results()) {
      const updated =
        source === undefined || io.signal.aborted ? undefined : updateFile(source.test, source.document, result.results)
      if (updated !== undefined) io.stderr.write(`${createDiff(updated, oneLine(shownPath(updated.file, io.cwd)))}\n\n`)
    }
    return true
  } finally {
    tests.close()
  }
}

export async function watchTests(setup: PassSetup, io: Io): Promise<number> {
  while (!io.signal.aborted) {
    let watching: Watching | undefined
    if (io.stdout.isTTY === true) io.stdout.write('\u001b[2J\u001b[3J\u001b[H')
    const code = await runOnce(setup, io, (tests, found) => {
      watching = watchDirectories(directoriesToWatch(tests, found, io), io.signal)
    })
    if (watching === undefined) return code
    await watching.changed
    watching.close()
  }
  return exits.interrupted
}

function directoriesToWatch({ workspaces }: OpenTests, found: readonly FoundFile[], io: Io): readonly string[] {
  const root = findRoot(io.cwd)
  const hooks = workspaces.flatMap((workspace) => workspace.watched.filter((path) => path !== workspace.root))
  const alone = [root, ...workspaces.map((workspace) => workspace.root), ...found.map(({ file }) => dirname(file))]
  return [...new Set([...alone, ...hooks.flatMap((folder) => listFolders(folder))])]
}
