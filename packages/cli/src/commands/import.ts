/** `hookline import hookify`: rules of another format as hooks, exactly or not at all. */
import { type Conversion, scriptName } from '@hookline/core/importers'
import { carryOut, mendable, reportOf } from '../edit/carry-out.ts'
import { trustHint } from '../edit/trust-hint.ts'
import { readDirectory, readFlags, UsageError } from '../flags.ts'
import { type Gathered, gather, ruleFiles } from '../import/gather.ts'
import { planNative, planStandalone } from '../import/plan.ts'
import { reportText } from '../import/report.ts'
import { exits, type Io } from '../io.ts'
import { shownPath } from '../paths.ts'
import { json, oneLine } from '../plain.ts'

export const help = `Usage: hookline import hookify [dir] [options]

Reads .claude/hookify.*.local.md as hookify itself does and writes hooks that judge the
same: into .hookline/hookline.json, or with --standalone scripts below .cursor/hooks and
entries in .cursor/hooks.json that need no Hookline. Says what differs, which rules never
fired, and the cure. Importing again replaces what an earlier import wrote, in either
manner, and takes out what was made of rules that are gone.

  --standalone   files for Cursor alone: scripts that need sh and python3; a rule that
                 blocks refuses where python3 is missing
  --reads        rules about files judge reads by the agent too
  --cure         mend the rule files themselves first, as the report says
  --yes          do not ask before a file that exists is changed
  --dry-run      show the diff and the report, write nothing
  --json         { "version": 1, "rules", "notes", "removed", "files",
                 "result" }

Exit codes: 0 done (or already there), 1 there is no rule, one cannot be carried over, or
you said no, 64 wrong usage.

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
  if (format === undefined) throw new UsageError('import what? hookline import hookify [dir]')
  if (format !== 'hookify') throw new UsageError(`there is no importer "${format}"; there is: hookify`)
  const directory = readDirectory(given, io)
  return mendable(io, async () => {
    const standalone = values.standalone === true
    const { reads, cure } = values
    const gathered = gather(ruleFiles(directory), { standalone, reads: reads === true, cure: cure === true }, io.cwd)
    const plan = await (standalone ? planStandalone : planNative)(gathered, directory, io)
    if (gathered.slugs.length === 0 && plan.changes.length === 0) return nothing(directory, values.json === true, io)
    const manner = { ...values, dryRun: values['dry-run'], asks: 'existing', within: plan.target.root } as const
    const changes = [...gathered.cured, ...plan.changes]
    const result = await carryOut(changes, manner, io)
    if (values.json === true)
      io.stdout.write(`${json(dataOf(gathered, plan.gone, standalone, reportOf(changes, io.cwd), result))}\n`)
    else {
      io.stderr.write(reportText(gathered, plan.gone, standalone))
      if (result === 'nothing to do') io.stderr.write('\nIt is all there already; nothing was changed.\n')
      if (result === 'written') io.stderr.write(`\n${trustHint(plan.target, io.cwd)}`)
    }
    const lost = gathered.notes.some(({ kind }) => kind === 'broken' || kind === 'left-out')
    return result === 'declined' || lost ? exits.finding : exits.fine
  })
}

function nothing(directory: string, asJson: boolean, io: Io): number {
  if (asJson) io.stdout.write(`${json({ version: 1, rules: [], notes: [], files: [], result: 'nothing to do' })}\n`)
  const place = oneLine(shownPath(directory, io.cwd))
  io.stderr.write(`There is no .claude/hookify.*.local.md in ${place}. Another place: hookline import hookify <dir>\n`)
  return exits.finding
}

const dataOf = (
  { conversions, notes }: Gathered,
  removed: readonly string[],
  standalone: boolean,
  files: ReturnType<typeof reportOf>,
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
