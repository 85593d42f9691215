/** `hookline record`: turns recorded events into test files beside the hooks. */
import { rmSync } from 'node:fs'
import { resolve } from 'node:path'
import { type ApplyResult, applyChanges, catchEditErrors, fileReports } from '../edit/apply-changes.ts'
import { readDirectory, readFlags, UsageError } from '../flags.ts'
import { type Consent, createConsent, untrustedOption } from '../hooktest/run/consent.ts'
import { createRunners } from '../hooktest/run/isolate.ts'
import { createScratchDirectory } from '../hooktest/scratch/scratch-directory.ts'
import { exits, type Io } from '../io.ts'
import { filterHelp, filterOptions, readFilter, readLimit, withSlow } from '../log/filters.ts'
import { openOwnLog, saysEmpty } from '../log/open.ts'
import { createProgress } from '../log/progress.ts'
import { recordsOf } from '../log/records.ts'
import { findRoot, isInside, rootMarksText, shownPath } from '../paths.ts'
import { fileText, type TestFileChange } from '../record/file-text.ts'
import { type Gathered, gather } from '../record/gather.ts'
import { type ProvedDrafts, prove } from '../record/prove.ts'
import { openTargets } from '../record/targets.ts'
import { unusedLines } from '../replay/report.ts'
import { counted, quoted } from '../text/entry-text.ts'
import { json, oneLine } from '../text/plain.ts'

export const help = `Usage: hookline record [options]

Turns recorded events of this workspace into test cases: a *.hooktest.yaml
beside each hook, with one case for each different event. Secrets are replaced.
Every case runs once in a scratch copy and is written only if it passes; record
reports what it cannot use. New cases are added to an existing file after it has
shown the diff.

${filterHelp}
  --limit <n>           read only the newest n records
  --cwd <dir>           start in this directory. The workspace is the nearest
                        parent with ${rootMarksText}
  --out <dir>           write there, inside the workspace, instead of beside the
                        hooks
  --yes                 change existing files without asking; also -y
  --dry-run             show what would be written, and write nothing
  --untrusted           run the hooks of an untrusted workspace without asking
  --json                { "version": 1, "files", "cases", "unusable",
                        "written" }

Exit codes: 0 done; 1 a test file cannot be read, or you declined;
64 wrong usage.

Example: hookline record --denied --since 7d --dry-run
`

const options = {
  ...filterOptions,
  cwd: { type: 'string' },
  out: { type: 'string' },
  yes: { type: 'boolean', short: 'y' },
  'dry-run': { type: 'boolean' },
  ...untrustedOption,
  json: { type: 'boolean' },
} as const

export async function run(args: readonly string[], io: Io): Promise<number> {
  const { values } = readFlags(withSlow(args), options, 0)
  const root = findRoot(readDirectory(values.cwd, io))
  const out = values.out === undefined ? undefined : resolve(io.cwd, values.out)
  if (out !== undefined && out !== root && !isInside(out, root))
    throw new UsageError(`--out ${quoted(values.out ?? '')} is not inside the workspace ${root}`)
  const filter = readFilter(values, 'record')
  const limit = readLimit(values.limit)
  return catchEditErrors(io, async () => {
    const log = openOwnLog()
    const consent = createConsent('These cases', values.untrusted === true, io)
    const { gathered, proved, refused } = await makeCases(recordsOf(log, filter, limit), { root, out, consent }, io)
    if (refused === true) return exits.finding
    if (io.signal.aborted) return exits.interrupted
    const files = proved.drafts.map((draft) => fileText(draft, root, io.cwd))
    const changes = files.map(({ change }) => change)
    const touches = files.some(({ change, added }) => change.before !== undefined && added > 0)
    const applyOptions = { yes: values.yes, dryRun: values['dry-run'], json: values.json, within: root } as const
    const result = await applyChanges(changes, { ...applyOptions, asks: touches ? 'always' : 'existing' }, io)
    const unused = [...gathered.unused, ...proved.unused]
    if (values.json === true)
      io.stdout.write(
        `${json({
          version: 1,
          files: fileReports(changes, io.cwd),
          cases: files.reduce((sum, { added }) => sum + added, 0),
          unusable: unused.map(({ record, unusable }) => ({ id: record.id, why: unusable })),
          written: result === 'written',
        })}\n`,
      )
    else if (gathered.drafts.length + unused.length > 0 || !(await saysEmpty(log, io)))
      io.stderr.write(summarise(files, result, { gathered, proved }, io.cwd))
    return result === 'declined' ? exits.finding : exits.fine
  })
}

interface MadeCases {
  readonly gathered: Gathered
  readonly proved: ProvedDrafts
  /** The user declined to run the hooks. */
  readonly refused?: true
}
interface CaseOptions {
  readonly root: string
  readonly out: string | undefined
  readonly consent: Consent
}

async function makeCases(
  records: ReturnType<typeof recordsOf>,
  { root, out, consent }: CaseOptions,
  io: Io,
): Promise<MadeCases> {
  const home = createScratchDirectory()
  const runners = createRunners(false, io.signal)
  try {
    const gathered = await gather(records, root, await openTargets(root, home, out), io.signal)
    const total = gathered.drafts.reduce((sum, { cases }) => sum + cases.length, 0)
    if (total > 0 && !(await consent([root]))) return { gathered, proved: { drafts: [], unused: [] }, refused: true }
    const progress = createProgress(io, 'Running', total)
    const proved = await prove(gathered.drafts, root, { execute: runners.execute, progress, signal: io.signal })
    progress.end()
    return { gathered, proved }
  } finally {
    await runners.close()
    rmSync(home, { recursive: true, force: true })
  }
}

function summarise(
  files: readonly TestFileChange[],
  result: ApplyResult,
  { gathered, proved }: MadeCases,
  cwd: string,
): string {
  const added = files.reduce((sum, one) => sum + one.added, 0)
  const changed = files.filter((one) => one.added > 0).map(({ change }) => quoted(oneLine(shownPath(change.path, cwd))))
  const outcome = {
    written: `written. To run them: hookline test ${changed.join(' ')}`,
    'dry run': 'would be written.',
    declined: 'not written.',
    'nothing to do': 'already there.',
  }[result]
  const lines = [
    added === 0 ? 'No new case.' : `${counted(added, 'case')} ${outcome}`,
    ...(gathered.merged === 0
      ? []
      : [`${counted(gathered.merged, 'run')} left out: a newer one has the same event and decision.`]),
    ...(gathered.elsewhere === 0 ? [] : [`${counted(gathered.elsewhere, 'record')} of other workspaces left out.`]),
    ...unusedLines([...gathered.unused, ...proved.unused]),
  ]
  return lines.map((line) => `${line}\n`).join('')
}
