/** One pass over the tests, the pass that writes down what happens, and passes without end. */
import { dirname } from 'node:path'
import { exits, type Io } from '../../io.ts'
import { findRoot, shownPath } from '../../paths.ts'
import { oneLine } from '../../plain.ts'
import { type Found, findTests } from '../read/find.ts'
import type { FileResult } from '../read/types.ts'
import type { Reporter } from '../report/report.ts'
import { totalsOf } from '../report/totals.ts'
import { diffOf, updateFile } from '../report/update.ts'
import type { Consent } from './consent.ts'
import { coverageOf } from './coverage.ts'
import type { Runners } from './isolate.ts'
import { openTests, type RunOptions, type Tests } from './run-tests.ts'
import { foldersBelow, type Watching, watchFor } from './watch.ts'

export interface Setup {
  readonly paths: readonly string[]
  readonly report: Reporter
  readonly verbose: boolean
  readonly coverage: boolean
  readonly watching: boolean
  readonly timeoutMs: number
  readonly runners: Runners
  readonly consent: Consent
}

/** Throws where a path that was named is not there. */
export const foundNow = (paths: readonly string[], io: Io): readonly Found[] =>
  findTests(paths, findRoot(io.cwd), io.cwd)

export async function once(
  setup: Setup,
  io: Io,
  opened?: (tests: Tests, found: readonly Found[]) => void,
): Promise<number> {
  const started = performance.now()
  const found = foundNow(setup.paths, io)
  const tests = await openTests(found, runOptions(setup, io, false))
  if (tests === undefined) return exits.finding
  opened?.(tests, found)
  const files: FileResult[] = []
  const end = () => ({
    totals: totalsOf(files, performance.now() - started),
    ...(setup.coverage ? { coverage: coverageOf(tests.workspaces, files) } : {}),
  })
  try {
    if (found.length === 0) return nothing(io)
    const context = { io, verbose: setup.verbose, network: setup.runners.network, watching: setup.watching }
    await setup.report(kept(tests, files, io.signal), end, context)
  } finally {
    tests.close()
  }
  if (io.signal.aborted) return exits.interrupted
  return end().totals.failed > 0 ? exits.finding : exits.fine
}

const runOptions = ({ runners, timeoutMs, consent }: Setup, { cwd }: Io, updating: boolean): RunOptions => ({
  cwd,
  execute: runners.execute,
  timeoutMs,
  updating,
  consent,
})

async function* kept(tests: Tests, files: FileResult[], signal: AbortSignal): AsyncGenerator<FileResult> {
  for await (const { result } of tests.results()) {
    if (signal.aborted) return
    files.push(result)
    yield result
  }
}

function nothing(io: Io): number {
  io.stderr.write(
    `No *.hooktest.yaml, .yml or .json below ${oneLine(findRoot(io.cwd))}. A test stands beside its hook: docs/testing.md shows one.\n`,
  )
  return exits.finding
}

/** Everything is run twice: once to see what happens, and once more to see that it happens again. False: nothing may run. */
export async function update(setup: Setup, io: Io): Promise<boolean> {
  const tests = await openTests(foundNow(setup.paths, io), runOptions(setup, io, true))
  if (tests === undefined) return false
  try {
    for await (const { source, result } of tests.results()) {
      const updated =
        source === undefined || io.signal.aborted ? undefined : updateFile(source.test, source.document, result.results)
      if (updated !== undefined) io.stderr.write(`${diffOf(updated, oneLine(shownPath(updated.file, io.cwd)))}\n\n`)
    }
    return true
  } finally {
    tests.close()
  }
}

export async function again(setup: Setup, io: Io): Promise<number> {
  while (!io.signal.aborted) {
    let watching: Watching | undefined
    if (io.stdout.isTTY === true) io.stdout.write('\u001b[2J\u001b[3J\u001b[H')
    const code = await once(setup, io, (tests, found) => {
      watching = watchFor(placesOf(tests, found, io), io.signal)
    })
    if (watching === undefined) return code
    await watching.changed
    watching.close()
  }
  return exits.interrupted
}

function placesOf({ workspaces }: Tests, found: readonly Found[], io: Io): readonly string[] {
  const root = findRoot(io.cwd)
  const hooks = workspaces.flatMap((workspace) => workspace.watched.filter((path) => path !== workspace.root))
  const alone = [root, ...workspaces.map((workspace) => workspace.root), ...found.map(({ file }) => dirname(file))]
  return [...new Set([...alone, ...hooks.flatMap((folder) => foldersBelow(folder))])]
}
