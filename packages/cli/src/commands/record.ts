/** `hookline record`: test files of what hooks did, beside the hooks. */
import { rmSync } from 'node:fs'
import { resolve } from 'node:path'
import { type Carried, carryOut, mendable, reportOf } from '../edit/carry-out.ts'
import { counted, quoted } from '../entry-text.ts'
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
import { json, oneLine } from '../plain.ts'
import { fileText, type Written } from '../record/file-text.ts'
import { type Gathered, gather } from '../record/gather.ts'
import { type Proved, prove } from '../record/prove.ts'
import { openTargets } from '../record/targets.ts'
import { unusedLines } from '../replay/report.ts'

export const help = `Usage: hookline record [options]

Turns what hooks of this workspace did into test cases: a *.hooktest.yaml beside each
hook, a case for each different event, named after what it was about. Secrets are
replaced. Every case is tried once in a scratch copy and written only if it holds; what
cannot be used is said. In a file that exists new cases are added, after a diff.

${filterHelp}
  --limit <n>           look at the newest so many records
  --cwd <dir>           start here; the workspace is the nearest directory upward
                        that holds ${rootMarksText}
  --out <dir>           write there, below the workspace, instead of beside the hooks
  -y, --yes             change files that exist without asking
      --dry-run         show what would be written, and write nothing
      --untrusted       do not ask whether the workspace is trusted before its hooks run
      --json            { "version": 1, "files", "cases", "unusable", "written" }

Exit codes: 0, 1 a test file cannot be read or you said no, 64 wrong usage.

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
    throw new UsageError(`--out ${quoted(values.out ?? '')} is not below the workspace ${root}`)
  const filter = readFilter(values, 'record')
  const limit = readLimit(values.limit)
  return mendable(io, async () => {
    const log = openOwnLog()
    const consent = createConsent('These cases', values.untrusted === true, io)
    const { gathered, proved, refused } = await made(recordsOf(log, filter, limit), { root, out, consent }, io)
    if (refused === true) return exits.finding
    if (io.signal.aborted) return exits.interrupted
    const files = proved.drafts.map((draft) => fileText(draft, root, io.cwd))
    const changes = files.map(({ change }) => change)
    const touches = files.some(({ change, added }) => change.before !== undefined && added > 0)
    const manner = { yes: values.yes, dryRun: values['dry-run'], json: values.json, within: root } as const
    const carried = await carryOut(changes, { ...manner, asks: touches ? 'always' : 'existing' }, io)
    const unused = [...gathered.unused, ...proved.unused]
    if (values.json === true)
      io.stdout.write(
        `${json({
          version: 1,
          files: reportOf(changes, io.cwd),
          cases: files.reduce((sum, { added }) => sum + added, 0),
          unusable: unused.map(({ record, unusable }) => ({ id: record.id, why: unusable })),
          written: carried === 'written',
        })}\n`,
      )
    else if (gathered.drafts.length + unused.length > 0 || !(await saysEmpty(log, io)))
      io.stderr.write(afterwards(files, carried, { gathered, proved }, io.cwd))
    return carried === 'declined' ? exits.finding : exits.fine
  })
}

interface Made {
  readonly gathered: Gathered
  readonly proved: Proved
  /** The person does not want the hooks to run. */
  readonly refused?: true
}
interface Where {
  readonly root: string
  readonly out: string | undefined
  readonly consent: Consent
}

async function made(records: ReturnType<typeof recordsOf>, { root, out, consent }: Where, io: Io): Promise<Made> {
  const home = createScratchDirectory()
  const runners = createRunners(false, io.signal)
  try {
    const gathered = await gather(records, root, await openTargets(root, home, out), io.signal)
    const total = gathered.drafts.reduce((sum, { cases }) => sum + cases.length, 0)
    if (total > 0 && !(await consent([root]))) return { gathered, proved: { drafts: [], unused: [] }, refused: true }
    const progress = createProgress(io, 'Trying', total)
    const proved = await prove(gathered.drafts, root, { execute: runners.execute, progress, signal: io.signal })
    progress.end()
    return { gathered, proved }
  } finally {
    runners.close()
    rmSync(home, { recursive: true, force: true })
  }
}

function afterwards(files: readonly Written[], carried: Carried, { gathered, proved }: Made, cwd: string): string {
  const added = files.reduce((sum, one) => sum + one.added, 0)
  const changed = files.filter((one) => one.added > 0).map(({ change }) => quoted(oneLine(shownPath(change.path, cwd))))
  const said = {
    written: `written. To run them: hookline test ${changed.join(' ')}`,
    'dry run': 'would be written.',
    declined: 'not written.',
    'nothing to do': 'there already.',
  }[carried]
  const lines = [
    added === 0 ? 'No new case.' : `${counted(added, 'case')} ${said}`,
    ...(gathered.merged === 0 ? [] : [`${counted(gathered.merged, 'run')} said the same of the same as a newer one.`]),
    ...(gathered.elsewhere === 0 ? [] : [`${counted(gathered.elsewhere, 'record')} of other workspaces left aside.`]),
    ...unusedLines([...gathered.unused, ...proved.unused]),
  ]
  return lines.map((line) => `${line}\n`).join('')
}
