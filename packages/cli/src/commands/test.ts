/** `hookline test`: runs the cases that stand beside the hooks, contained, and says what differs. */
import { availableParallelism } from 'node:os'
import { usualDirectory } from '@hookline/core/agents'
import { nearest } from '@hookline/core/node'
import { readFlags, UsageError } from '../flags.ts'
import type { Reporter } from '../hooktest/report/report.ts'
import { reportGithub } from '../hooktest/report/report-github.ts'
import { reportHuman } from '../hooktest/report/report-human.ts'
import { reportJson } from '../hooktest/report/report-json.ts'
import { reportJunit } from '../hooktest/report/report-junit.ts'
import { createConsent, untrustedOption } from '../hooktest/run/consent.ts'
import { createRunners } from '../hooktest/run/isolate.ts'
import { findTestFiles, type PassSetup, runOnce, updateTests, watchTests } from '../hooktest/run/passes.ts'
import { serveJobs } from '../hooktest/run/worker.ts'
import { exits, type Io } from '../io.ts'
import { oneLine } from '../text/plain.ts'

export const help = `Usage: hookline test [files or directories…] [options]

Runs the cases of *.hooktest.yaml, *.hooktest.yml and *.hooktest.json in the
workspace, or only the named ones. Each case sends one event through the real
pipeline in a scratch copy of the hook files, with its own home directory, a
bare environment and, where the system supports it, without a network. The
verdict must also be the same on other editions and agents, unless the case
declares a difference. In a named directory, JSON files with the engine's own
cases run too.

Hooks run with your permissions, also in a copy. For a workspace that you never
trusted, \`hookline test\` asks first, unless you pass --untrusted.

  -w, --watch         run again when tests, hooks or hook files change
  -v, --verbose       show what each hook printed, and why others did not run
  -u, --update        write the actual results into the files, and show the diff
      --coverage      list hooks that never ran and matchers that never matched
      --format <f>    human (default), json, junit or github
      --json          same as --format json
      --jobs <n>      cases to run at once (default: one for each processor)
      --network       leave the network on
      --timeout <s>   seconds for one event (default 30)
      --untrusted     run the hooks of an untrusted workspace without asking,
                      for build servers that run its programs anyway

Exit codes: 0 all passed; 1 a case failed, or there is none; 64 wrong usage, or
no terminal to ask at.

Example: hookline test ${usualDirectory}/hooks --coverage
`

const options = {
  watch: { type: 'boolean', short: 'w' },
  verbose: { type: 'boolean', short: 'v' },
  update: { type: 'boolean', short: 'u' },
  coverage: { type: 'boolean' },
  format: { type: 'string' },
  json: { type: 'boolean' },
  jobs: { type: 'string' },
  network: { type: 'boolean' },
  timeout: { type: 'string' },
  ...untrustedOption,
  // Not for people: the side without a network.
  worker: { type: 'boolean' },
} as const

const reporters: Readonly<Record<string, Reporter>> = {
  human: reportHuman,
  json: reportJson,
  junit: reportJunit,
  github: reportGithub,
}

export async function run(args: readonly string[], io: Io): Promise<number> {
  const { values, positionals } = readFlags(args, options, Number.POSITIVE_INFINITY)
  if (values.worker === true) {
    await serveJobs(io)
    return exits.fine
  }
  const format = formatOf(values.format, values.json === true)
  const watching = values.watch === true
  if (watching && format !== 'human') throw new UsageError('--watch goes with the human format only')
  const timeoutMs = secondsOf(values.timeout) * 1000
  const jobs = jobsOf(values.jobs)
  findTestFiles(positionals, io)
  const runners = createRunners(values.network === true, io.signal, jobs)
  const setup: PassSetup = {
    paths: positionals,
    report: reporters[format] ?? reportHuman,
    verbose: values.verbose === true,
    coverage: values.coverage === true,
    watching,
    timeoutMs,
    jobs,
    runners,
    consent: createConsent('These tests', values.untrusted === true, io),
  }
  try {
    if (values.update === true && !(await updateTests(setup, io))) return exits.finding
    return watching ? await watchTests(setup, io) : await runOnce(setup, io)
  } finally {
    await runners.close()
  }
}

function formatOf(name: string | undefined, asJson: boolean): string {
  if (asJson && name !== undefined && name !== 'json') throw new UsageError('--json and --format say different things')
  const format = asJson ? 'json' : (name ?? 'human')
  if (Object.hasOwn(reporters, format)) return format
  const near = nearest(format, Object.keys(reporters))
  throw new UsageError(
    `there is no format "${oneLine(format)}"${near === undefined ? ': human, json, junit or github' : `. Did you mean "${near}"?`}`,
  )
}

const MAX_JOBS = 256

function jobsOf(text = String(availableParallelism())): number {
  const jobs = Number(text)
  if (Number.isInteger(jobs) && jobs >= 1 && jobs <= MAX_JOBS) return jobs
  throw new UsageError(`--jobs ${JSON.stringify(text)} is not a whole number between 1 and ${MAX_JOBS}`)
}

function secondsOf(text = '30'): number {
  const seconds = Number(text)
  if (seconds > 0 && seconds <= 600) return seconds
  throw new UsageError(`--timeout ${JSON.stringify(text)} is not a number of seconds between 0 and 600`)
}
