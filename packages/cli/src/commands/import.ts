/** `hookline import hookify`: converts rules of another format to equivalent hooks. A rule it cannot convert exactly is left out. */
import { type Conversion, scriptName } from '@hookline/core/importers'
import { applyChanges, catchEditErrors, fileReports } from '../edit/apply-changes.ts'
import { trustHint } from '../edit/trust-hint.ts'
import { readDirectory, readFlags, UsageError } from '../flags.ts'
import { ruleFiles } from '../hookify-files.ts'
import { type Gathered, gather } from '../import/gather.ts'
import { planNative, planStandalone } from '../import/plan.ts'
import { reportText } from '../import/report.ts'
import { exits, type Io } from '../io.ts'
import { shownPath } from '../paths.ts'
import { json, oneLine } from '../plain.ts'

export const help = `Usage: hookline import hookify [dir] [options]

Converts .claude/hookify.*.local.md to equivalent hooks in
.hookline/hookline.json, and reports differences, rules that never fired, and
how to fix them. With --standalone it writes scripts to .cursor/hooks and
entries to .cursor/hooks.json that work without Hookline. If you import again,
it replaces what an earlier import wrote and removes hooks whose rule is gone.

  --standalone   write files for Cursor that need only sh and python3. A rule
                 that blocks denies if python3 is missing
  --reads        apply rules about files to reads by the agent too
  --cure         first fix the rule files, as the report describes
  --yes          do not ask before an existing file is changed
  --dry-run      show the diff and the report, and write nothing
  --json         { "version": 1, "rules", "notes", "removed", "files",
                   "result" }

Exit codes: 0 done, or already there; 1 no rules, a rule that cannot be
converted, or you declined; 64 wrong usage.

Example: hookline import hookify --dry-run
`

const options = {
  standalone: { type: 'boolean' },
  reads: { type: 'boolean' },
  cure: { type: 'boolean' },
  yes: { type: 'boolean', short: 'y' },
  'dry-run': { type: 'boolean' },
  json: { type: 'boolean' },
} as const

export async function run(args: readonly string[], io: Io): Promise<number> {
  const { values, positionals } = readFlags(args, options, 2)
  const [format, given] = positionals
  if (format === undefined) throw new UsageError('name a format: hookline import hookify [dir]')
  if (format !== 'hookify') throw new UsageError(unknownFormat(format))
  const directory = readDirectory(given, io)
  return catchEditErrors(io, async () => {
    const standalone = values.standalone === true
    const { reads } = values
    const gathered = gather(
      ruleFiles(directory),
      { standalone, reads: reads === true, fix: values.cure === true },
      io.cwd,
    )
    const plan = await (standalone ? planStandalone : planNative)(gathered, directory, io)
    if (gathered.slugs.length === 0 && plan.changes.length === 0)
      return reportNoRules(directory, values.json === true, io)
    const applyOptions = { ...values, dryRun: values['dry-run'], asks: 'existing', within: plan.target.root } as const
    const changes = [...gathered.fixed, ...plan.changes]
    const result = await applyChanges(changes, applyOptions, io)
    if (values.json === true)
      io.stdout.write(`${json(dataOf(gathered, plan.gone, standalone, fileReports(changes, io.cwd), result))}\n`)
    else {
      io.stderr.write(reportText(gathered, plan.gone, standalone))
      if (result === 'nothing to do') io.stderr.write('\nAll rules are already imported. Nothing was changed.\n')
      if (result === 'written') io.stderr.write(`\n${trustHint(plan.target, io.cwd)}`)
    }
    const lost = gathered.notes.some(({ kind }) => kind === 'broken' || kind === 'left-out')
    return result === 'declined' || lost ? exits.finding : exits.fine
  })
}

/** Programs with rules of their own, which no format describes. */
const unfit: Readonly<Record<string, string>> = {
  'cc-safety-net': 'shell-guard',
  dcg: 'shell-guard',
}

function unknownFormat(format: string): string {
  const pack = Object.hasOwn(unfit, format) ? unfit[format] : undefined
  return pack === undefined
    ? `unknown format "${oneLine(format)}". The only format is hookify`
    : `the rules of ${format} are code of its own, and cannot be converted. The pack ${pack} judges the same commands: hookline add ${pack}. To see its rules: hookline rules ${pack}`
}

function reportNoRules(directory: string, asJson: boolean, io: Io): number {
  if (asJson) io.stdout.write(`${json({ version: 1, rules: [], notes: [], files: [], result: 'nothing to do' })}\n`)
  io.stderr.write(
    `No rules found: there is no .claude/hookify.*.local.md in ${oneLine(shownPath(directory, io.cwd))}.\n` +
      'To import from another directory: hookline import hookify <dir>\n',
  )
  return exits.finding
}

const dataOf = (
  { conversions, notes }: Gathered,
  removed: readonly string[],
  standalone: boolean,
  files: ReturnType<typeof fileReports>,
  result: string,
) => ({
  version: 1,
  rules: conversions.map((conversion) => ({
    ...ruleData(conversion),
    ...(standalone && conversion.hooks.length > 0 ? { script: { name: scriptName(conversion.rule.slug) } } : {}),
  })),
  notes,
  removed,
  files,
  result,
})

const ruleData = ({ rule, hooks }: Conversion) => ({
  file: rule.file,
  name: rule.name,
  action: rule.action,
  hooks: hooks.map(({ event, verdict }) => ({ event, verdict: verdict ?? null })),
})
