/** `hookline test`: runs the cases that stand beside the hooks, contained, and says what differs. */
import { dirname } from 'node:path'
import { nearest } from '@hookline/core/node'
import { readFlags, UsageError } from '../flags.ts'
import { coverageOf } from '../hooktest/coverage.ts'
import { type Found, findTests } from '../hooktest/find.ts'
import { createRunners, type Runners } from '../hooktest/isolate.ts'
import type { Reporter } from '../hooktest/report.ts'
import { reportHuman } from '../hooktest/report-human.ts'
import { reportJson } from '../hooktest/report-json.ts'
import { reportJunit } from '../hooktest/report-junit.ts'
import { openTests, type Tests } from '../hooktest/run-tests.ts'
import { totalsOf } from '../hooktest/totals.ts'
import type { FileResult } from '../hooktest/types.ts'
import { diffOf, updateFile } from '../hooktest/update.ts'
import { foldersBelow, type Watching, watchFor } from '../hooktest/watch.ts'
import { serve } from '../hooktest/worker.ts'
import { exits, type Io } from '../io.ts'
import { findRoot, shownPath } from '../paths.ts'
import { oneLine } from '../plain.ts'

export const help = `Usage: hookline test [files or directories…] [options]

Runs the cases of *.hooktest.yaml, *.hooktest.yml and *.hooktest.json: all below the
workspace, or those named. Each case sends one event through the real pipeline in a
scratch copy of the hook files, with a home of its own, a bare environment and, where
the system can, no network. The verdict must also be the same on other editions and
agents, unless the case says otherwise. In a directory that is named, JSON files with
the engine's own cases are run too.

  -w, --watch         run again when tests, hooks or hook files change
  -v, --verbose       what each hook printed, who did not run and why
  -u, --update        write what happens into the files as what is wanted, with a diff
      --coverage      which hooks never ran, which branches of matchers never matched
      --format <f>    human (default), json or junit
      --json          the same as --format json
      --network       leave the network on
      --timeout <s>   seconds for one event (default 30)

Exit codes: 0 all passed, 1 a case failed or there is none, 64 wrong usage.

Example: hookline test .cursor/hooks --coverage
`

const options = {
  watch: { type: 'boolean', short: 'w' },
  verbose: { type: 'boolean', short: 'v' },
  update: { type: 'boolean', short: 'u' },
  coverage: { type: 'boolean' },
  format: { type: 'string' },
  json: { type: 'boolean' },
  network: { type: 'boolean' },
  timeout: { type: 'string' },
  // Not for people: the side without a network.
  worker: { type: 'boolean' },
} as const

const reporters: Readonly<Record<string, Reporter>> = { human: reportHuman, json: reportJson, junit: reportJunit }

interface Setup {
  readonly paths: readonly string[]
  readonly report: Reporter
  readonly verbose: boolean
  readonly coverage: boolean
  readonly watching: boolean
  readonly timeoutMs: number
  readonly runners: Runners
}

export async function run(args: readonly string[], io: Io): Promise<number> {
  const { values, positionals } = readFlags(args, options, Number.POSITIVE_INFINITY)
  if (values.worker === true) {
    await serve(io)
    return exits.fine
  }
  const format = formatOf(values.format, values.json === true)
  const watching = values.watch === true
  if (watching && format !== 'human') throw new UsageError('--watch goes with the human format only')
  const timeoutMs = secondsOf(values.timeout) * 1000
  findTests(positionals, findRoot(io.cwd), io.cwd)
  const runners = createRunners(values.network === true, io.signal)
  const setup: Setup = {
    paths: positionals,
    report: reporters[format] ?? reportHuman,
    verbose: values.verbose === true,
    coverage: values.coverage === true,
    watching,
    timeoutMs,
    runners,
  }
  try {
    if (values.update === true) await update(setup, io)
    return watching ? await again(setup, io) : await once(setup, io)
  } finally {
    runners.close()
  }
}

function formatOf(name: string | undefined, asJson: boolean): string {
  if (asJson && name !== undefined && name !== 'json') throw new UsageError('--json and --format say different things')
  const format = asJson ? 'json' : (name ?? 'human')
  if (Object.hasOwn(reporters, format)) return format
  const near = nearest(format, Object.keys(reporters))
  throw new UsageError(
    `there is no format "${oneLine(format)}"${near === undefined ? ': human, json or junit' : `; did you mean "${near}"?`}`,
  )
}

function secondsOf(text = '30'): number {
  const seconds = Number(text)
  if (seconds > 0 && seconds <= 600) return seconds
  throw new UsageError(`--timeout ${JSON.stringify(text)} is no number of seconds between 0 and 600`)
}

const foundNow = ({ paths }: Setup, io: Io): readonly Found[] => findTests(paths, findRoot(io.cwd), io.cwd)

async function once(setup: Setup, io: Io, opened?: (tests: Tests, found: readonly Found[]) => void): Promise<number> {
  const started = performance.now()
  const found = foundNow(setup, io)
  const tests = await openTests(found, { execute: setup.runners.execute, timeoutMs: setup.timeoutMs, updating: false })
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

/** Everything is run twice: once to see what happens, and once more to see that it happens again. */
async function update(setup: Setup, io: Io): Promise<void> {
  const tests = await openTests(foundNow(setup, io), {
    execute: setup.runners.execute,
    timeoutMs: setup.timeoutMs,
    updating: true,
  })
  try {
    for await (const { source, result } of tests.results()) {
      const updated =
        source === undefined || io.signal.aborted ? undefined : updateFile(source.test, source.document, result.results)
      if (updated !== undefined) io.stderr.write(`${diffOf(updated, oneLine(shownPath(updated.file, io.cwd)))}\n\n`)
    }
  } finally {
    tests.close()
  }
}

async function again(setup: Setup, io: Io): Promise<number> {
  while (!io.signal.aborted) {
    let watching: Watching | undefined
    if (io.stdout.isTTY === true) io.stdout.write('\u001b[2J\u001b[3J\u001b[H')
    await once(setup, io, (tests, found) => {
      watching = watchFor(placesOf(tests, found, io), io.signal)
    })
    await watching?.changed
    watching?.close()
  }
  return exits.interrupted
}

function placesOf({ workspaces }: Tests, found: readonly Found[], io: Io): readonly string[] {
  const root = findRoot(io.cwd)
  const hooks = workspaces.flatMap((workspace) => workspace.watched.filter((path) => path !== workspace.root))
  const alone = [root, ...workspaces.map((workspace) => workspace.root), ...found.map(({ file }) => dirname(file))]
  return [...new Set([...alone, ...hooks.flatMap((folder) => foldersBelow(folder))])]
}
