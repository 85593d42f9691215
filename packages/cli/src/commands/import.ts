/** `hookline import`: converts rules and settings of other programs to equivalent hooks, and lists what it cannot convert. */
import { resolve } from 'node:path'
import { type Conversion, scriptName } from '@hookline/core/importers'
import { nearest, sourceSetup } from '@hookline/core/node'
import { type Agent, agents } from '../agents.ts'
import { applyChanges, catchEditErrors, fileReports } from '../edit/apply-changes.ts'
import { readText } from '../edit/change.ts'
import { trustHint } from '../edit/trust-hint.ts'
import { readDirectory, readFlags, UsageError } from '../flags.ts'
import { ruleFiles } from '../hookify-files.ts'
import { agentsOfFile, importable } from '../import/agent-files.ts'
import { type Gathered, gather } from '../import/gather.ts'
import { importAgent } from '../import/import-agent.ts'
import { importSettings } from '../import/import-settings.ts'
import { planNative, planStandalone } from '../import/plan.ts'
import { reportText } from '../import/report.ts'
import { guardFormats } from '../import/settings-files.ts'
import { findOtherGuards } from '../init/other-guards.ts'
import { openProject } from '../init/project-files.ts'
import { exits, type Io } from '../io.ts'
import { isFile } from '../machine/file-stat.ts'
import { findRoot, shownPath } from '../paths.ts'
import { readEntries } from '../switch/find-entry.ts'
import { foldText } from '../text/fold.ts'
import { json, oneLine } from '../text/plain.ts'

const agentNames = importable.map(({ name }) => name).join(', ')

export const help = foldText(
  `Usage: hookline import hookify [dir] [options]
       hookline import cc-safety-net [dir] [options]
       hookline import dcg [dir] [options]
       hookline import <agent> [dir] [options]
       hookline import <file> [options]
       hookline import <agent> <file> [options]

Converts what you have set up in another program, shows the diff, and lists
what differs and what cannot be converted.

<agent>, <file>: the hooks in an agent's own files become entries in
.hookline/hookline.json that run in every connected agent. Each still reads that
agent's payload, is matched as there, and has its timeout; the report lists
every loss.

hookify: .claude/hookify.*.local.md become equivalent hooks in
.hookline/hookline.json. The report names rules that never fired, and how to fix
them. With --standalone it writes scripts to .cursor/hooks and entries to
.cursor/hooks.json that work without Hookline.

cc-safety-net, dcg: the settings of the workspace go to .hookline/hookline.json,
and your own to ~/.config/hookline/hookline.json. Custom rules and blocks become
rules that deny, and everything else parameters of packs. Nothing is loosened,
except that a command allowed as a whole in dcg becomes an exception for exactly
that command in this workspace; that part needs your own terminal. Variables
such as CC_SAFETY_NET_LEVEL and DCG_PACKS count too.

If you import again, it replaces what an earlier import wrote and removes hooks
whose rule is gone.

  <agent>        ${agentNames}
  --user         <agent>: import your own hooks of it, to your own hookline.json
  --standalone   hookify: write files for Cursor that need only sh and python3.
                 A rule that blocks denies if python3 is missing
  --reads        hookify: apply rules about files to reads by the agent too
  --cure         hookify: first fix the rule files, as the report describes
  --yes          do not ask before an existing file is changed
  --dry-run      show the diff and the report, and write nothing
  --json         hookify: { "version": 1, "rules", "notes", "removed", "files",
                   "result" }. Others: { "version": 1, "read", "rules",
                   "packs", "exceptions", "notes", "removed", "files",
                   "result" }

Exit codes: 0 done, or already there; 1 nothing found, something that cannot be
converted, or you declined; 64 wrong usage.

Example: hookline import hookify --dry-run
`,
  80,
)

const options = {
  user: { type: 'boolean' },
  standalone: { type: 'boolean' },
  reads: { type: 'boolean' },
  cure: { type: 'boolean' },
  yes: { type: 'boolean', short: 'y' },
  'dry-run': { type: 'boolean' },
  json: { type: 'boolean' },
} as const

/** Names the guards that are already there, because these are what a person wants to convert. */
async function whatToName(directory: string): Promise<string> {
  const root = findRoot(directory)
  const found = findOtherGuards(openProject(root), sourceSetup().platform.home, await readEntries(root))
  const here = found.length === 0 ? '' : `. Found here: ${found.map(({ name }) => name).join(', ')}`
  return `name a format to convert, one of ${formats.join(', ')}${here}. For example: hookline import ${found[0]?.name ?? 'hookify'}`
}

export async function run(args: readonly string[], io: Io): Promise<number> {
  const { values, positionals } = readFlags(args, options, 2)
  const [format, given] = positionals
  if (format === undefined) throw new UsageError(await whatToName(readDirectory(undefined, io)))
  const guard = guardFormats.find((one) => one === format)
  const named = importable.find(({ name }) => name === format)
  const agent = named ?? agentOfFile(format, io)
  const isHookify = values.standalone === true || values.reads === true || values.cure === true
  if (guard === undefined && agent !== undefined) {
    if (isHookify) throw new UsageError(hookifyOnly)
    const file = named === undefined ? format : isFile(resolve(io.cwd, given ?? '')) ? given : undefined
    if (file !== undefined && values.user !== true && named === undefined && given !== undefined)
      throw new UsageError(`unexpected ${JSON.stringify(oneLine(given))}: a file is imported to this workspace`)
    return catchEditErrors(io, () =>
      importAgent(agent, values, readDirectory(file === undefined ? given : undefined, io), io, file),
    )
  }
  if (values.user === true) throw new UsageError('--user works only with the name of an agent')
  if (guard === undefined && format !== 'hookify') throw new UsageError(unknownFormat(format))
  const directory = readDirectory(given, io)
  if (guard !== undefined) {
    if (isHookify) throw new UsageError(hookifyOnly)
    return catchEditErrors(io, () => importSettings(guard, values, directory, io))
  }
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
      if (result === 'written') io.stderr.write(`\n${await trustHint(plan.target, io.cwd)}`)
    }
    const lost = gathered.notes.some(({ kind }) => kind === 'broken' || kind === 'left-out')
    return result === 'declined' || lost ? exits.finding : exits.fine
  })
}

function whyNotImported({ title, settings }: Agent): string {
  const { as } = settings ?? {}
  return as === undefined
    ? `the hooks of ${title} are not in a file that Hookline can convert. Known are ${formats.join(', ')}`
    : `${title} has no hook files of its own. It reads those of ${as}: hookline import ${as}`
}

/** Undefined if there is no such file. */
function agentOfFile(path: string, io: Io): Agent | undefined {
  const file = resolve(io.cwd, path)
  const [agent, ...others] = agentsOfFile(file, isFile(file) ? readText(file, io.cwd) : undefined)
  if (agent === undefined || others.length === 0) return agent
  const names = [agent, ...others].map(({ name }) => name).join(', ')
  throw new UsageError(
    `${oneLine(path)} may be a file of ${names}. Name the agent: hookline import ${agent.name} ${oneLine(path)}`,
  )
}

const hookifyOnly = '--standalone, --reads and --cure work only with hookify'
const formats = ['hookify', ...guardFormats, ...importable.map(({ name }) => name)]

function unknownFormat(format: string): string {
  const agent = agents.find(({ name }) => name === format)
  if (agent !== undefined) return whyNotImported(agent)
  const near = nearest(format, formats)
  const hint = near === undefined ? `Known are ${formats.join(', ')}` : `Did you mean ${near}?`
  return `unknown format ${JSON.stringify(oneLine(format))}. ${hint}`
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
