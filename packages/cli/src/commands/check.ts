/** `hookline check`: what is wrong in the hook files and scripts, with line, column and what to do. */

import { type Stats, statSync } from 'node:fs'
import { resolve } from 'node:path'
import { readAgents, usualFile } from '@hookline/core/agents'
import { callsHookline } from '@hookline/core/node'
import { type CheckOptions, checkFile, checkWorkspace } from '../check/find.ts'
import { applyFixes, describeFixes } from '../check/fix.ts'
import { describeProbe, type ProbeReport, probeWorkspace } from '../check/probe.ts'
import { type CheckResult, runCheck } from '../check/run-check.ts'
import { readState } from '../connect/read-state.ts'
import { activeHooks, findUncalled, uncalledText } from '../connect/uncalled.ts'
import { startTrustStep, type TrustStep } from '../edit/trust-step.ts'
import { readEdition, readFlags, UsageError } from '../flags.ts'
import { exits, type Io } from '../io.ts'
import { nodeFacts } from '../lint/context/node-facts.ts'
import { fileOf } from '../lint/fix/plan.ts'
import { type Format, isFormat, reporters } from '../lint/reporters/index.ts'
import { rootOfFile, shownPath } from '../paths.ts'
import { rootsText } from '../text/entry-text.ts'
import { oneLine } from '../text/plain.ts'
import { styleFor } from '../text/style.ts'

const hookFiles = readAgents.flatMap(({ files }) => files.hookFiles).join(', ')

export const help = `Usage: hookline check [path] [options]

Checks the hook files of a workspace, or one file, and the scripts they run
(shell, JavaScript, TypeScript, Python, Ruby, PowerShell). Reports errors
(something has no effect), warnings (something does not work everywhere, or not
as intended) and notes. Also reports commands in slash commands and skills that
no hook sees, and hook files that no agent reads. It runs nothing without
--probe, and it also checks files with broken JSON. docs/problems.md explains
each code. In a workspace it also checks the hook files of the directories below
it, and says which of them are trusted.

The name and directory of a file decide how it is read: .hookline/hookline.json
and ${hookFiles}.

  --fix            fix problems that have only one fix, and show the diff. Never
                   changes managed files or files outside the workspace. At a
                   terminal it offers to trust the result
  --dry-run        with --fix: show the diff and write nothing
  --yes            with --fix: do not ask. The result is not trusted then
  --probe          also run the command hooks of a trusted workspace, each in a
                   scratch copy without network, and report which can be parked
                   ("warm": true). A hook waits half a second without an event,
                   and must not print, write or end before it gets one.
                   Also names the variables that a hook reads and would not get
                   with "environment": "clean"
  --strict         count warnings too, and let an error reject its whole file
  --edition <e>    read the files like that version: 2.3, 2.4, 3 or hookline
  --format <f>     human (default), json, sarif, github or junit
  --json           same as --format json: { "version": 1, "problems": [ { code,
                   severity, file, line, column, message, hint, fixable } ],
                   "roots": [ { root, trust } ], … };
                   with --probe also "probe": { network, hooks: [ { id, event,
                   label, warm, parkable, reason, notInherited } ] }

Exit codes: 0 no error; 1 an error (with --strict also a warning);
64 wrong usage.

Example: hookline check ${usualFile} --strict
`

const options = {
  fix: { type: 'boolean' },
  'dry-run': { type: 'boolean' },
  yes: { type: 'boolean', short: 'y' },
  probe: { type: 'boolean' },
  strict: { type: 'boolean' },
  edition: { type: 'string' },
  format: { type: 'string' },
  json: { type: 'boolean' },
} as const

export async function run(args: readonly string[], io: Io): Promise<number> {
  const { values, positionals } = readFlags(args, options, 1)
  const strict = values.strict === true
  const dryRun = values['dry-run'] === true
  const format = readFormat(values.format, values.json === true)
  const lone = (['dry-run', 'yes'] as const).find((name) => values[name] === true && values.fix !== true)
  if (lone !== undefined) throw new UsageError(`--${lone} goes with --fix`)
  const how: CheckOptions = { ...readEdition(values.edition), strict }
  const path = resolve(io.cwd, positionals[0] ?? '.')
  const directory = isDirectory(path)
  if (values.probe === true && !directory) throw new UsageError('--probe needs a workspace, not a file')
  if (values.probe === true && format !== 'human' && format !== 'json')
    throw new UsageError(`--probe and --format ${format} exclude each other`)
  const facts = nodeFacts(io.env)
  const find = () => (directory ? checkWorkspace(path, how) : checkFile(path, how))
  const checkAgain = () => runCheck(find, facts, directory ? undefined : path)
  const first = await checkAgain()
  const fixes = directory && values.fix === true && !dryRun && values.yes !== true
  const steps = new Map<string, TrustStep>()
  for (const { root } of fixes ? first.found.roots : []) steps.set(root, await startTrustStep(root, io))
  const fixed =
    values.fix === true ? await applyFixes(first, { dryRun, check: checkAgain, read: facts.read }) : undefined
  const checked = fixed?.checked ?? first
  if (fixed !== undefined) {
    const out = format === 'human' ? io.stdout : io.stderr
    out.write(describeFixes(fixed, dryRun, styleFor(out, io.env), io.cwd))
    for (const { file, why } of fixed.failed)
      io.stderr.write(`hookline: ${oneLine(shownPath(file, io.cwd))} was not fixed: ${oneLine(why)}\n`)
    for (const [root, step] of steps) {
      const own = fixed.changes.map(fileOf).filter((file) => rootOfFile(file, [...steps.keys()]) === root)
      if (own.length > 0 && (await step.trust(own, false)))
        io.stderr.write(`The hooks of ${describeRoot(root, checked.found.root, io)} are trusted as they are now.\n`)
    }
  }
  const probed = values.probe === true ? await probeWorkspace(checked.found, facts.read, io.signal) : undefined
  io.stdout.write(printed(checked, format, strict, io, facts.read, probed))
  if (directory && format === 'human')
    io.stderr.write(rootsText(checked.found.roots, io) + (await describeUncalled(checked.found.root, io)))
  const counts = checked.findings.some(({ severity }) => severity === 'error' || (strict && severity === 'warning'))
  return counts || (fixed?.failed.length ?? 0) > 0 ? exits.finding : exits.fine
}

const describeRoot = (root: string, workspace: string, io: Io): string =>
  root === workspace ? 'this workspace' : oneLine(shownPath(root, io.cwd))

/** Hooks without a problem that no agent would ask. */
async function describeUncalled(root: string, io: Io): Promise<string> {
  const { entries } = await readState(root)
  return uncalledText(activeHooks(entries), findUncalled(entries, root, io.env))
}

function readFormat(name: string | undefined, json: boolean): Format {
  const format = name ?? (json ? 'json' : 'human')
  if (!isFormat(format))
    throw new UsageError(`there is no format "${format}"; the formats are ${Object.keys(reporters).join(', ')}`)
  if (json && format !== 'json') throw new UsageError(`--json and --format ${format} exclude each other`)
  return format
}

function printed(
  { found, findings }: CheckResult,
  format: Format,
  strict: boolean,
  io: Io,
  read: (file: string) => string | undefined,
  probed: ProbeReport | undefined,
): string {
  const lines = new Map<string, readonly string[]>()
  const report = reporters[format]({
    findings,
    files: found.files.map(({ file }) => file),
    hooks: found.entries.filter((entry) => !callsHookline(entry)).length,
    root: found.root,
    ...(found.roots.length === 0 ? {} : { roots: found.roots }),
    cwd: io.cwd,
    strict,
    style: styleFor(io.stdout, io.env),
    ...(io.stdout.isTTY === true && io.stdout.columns !== undefined ? { columns: io.stdout.columns } : {}),
    lineOf(file, line) {
      const known = lines.get(file) ?? (read(file) ?? '').replace(/^\uFEFF/, '').split(/\r\n|\n|\r/)
      lines.set(file, known)
      return known[line - 1]
    },
    ...(probed === undefined ? {} : { probe: probed }),
  })
  return probed === undefined || format !== 'human'
    ? report
    : report + describeProbe(probed, styleFor(io.stdout, io.env))
}

/** A link that leads nowhere else than to itself is still a file to be reported. */
function isDirectory(path: string): boolean {
  let stats: Stats | undefined
  try {
    stats = statSync(path, { throwIfNoEntry: false })
  } catch {
    return false
  }
  if (stats === undefined) throw new UsageError(`there is no ${path}`)
  return stats.isDirectory()
}
