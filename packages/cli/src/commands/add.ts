/** `hookline add`: a pack in a hookline.json, or one more entry in a hooks.json; comments and order are kept. */

import { usualAgent, usualFile } from '@hookline/core/agents'
import { type HooksChange, nearest } from '@hookline/core/node'
import type { JsonObject } from '@hookline/core/protocol'
import type { Pack } from '@hookline/core/sdk'
import { packs } from '@hookline/packs'
import { carryOut, mendable, reportOf } from '../edit/carry-out.ts'
import { type FileChange, hooksChange } from '../edit/change.ts'
import { commandText, isExecutable, rejectHidden } from '../edit/command-text.ts'
import { schemaBeside } from '../edit/schema-file.ts'
import { checkNew, type Target } from '../edit/target.ts'
import { schemaOf, targetForEvent } from '../edit/target-for-event.ts'
import { trustHint } from '../edit/trust-hint.ts'
import { readDirectory, readFlags, UsageError } from '../flags.ts'
import { exits, type Io } from '../io.ts'
import { addPack } from '../packs/add-pack.ts'
import { rootMarksText, shownPath } from '../paths.ts'
import { json, oneLine } from '../plain.ts'
import { eventFlag } from '../trigger/event-flag.ts'

export const help = `Usage: hookline add <pack> [--set key=value] [options]
       hookline add <command> --event <event> [options]

Adds a ready-made pack to .hookline/hookline.json (hookline packs lists them), or changes
the parameters of one that is there, and proves it with events of its own.
With --event it adds a hook to ${usualFile} of the workspace (or to your own; to hookline.json
for an event that ${usualAgent.title} does not have): a script, or shell text in quotes. A path is rewritten as the hook's working directory sees it. The diff is
shown; at a terminal it asks before a file that exists is changed.

  --set <key=value>   a parameter of the pack; lists take commas, key+=value adds to one;
                      mode=monitor records and refuses nothing
  --event <event>     when the command runs
  --matcher <regex>   only for these subjects of the event
  --timeout <s>       in seconds, at most 600
  --fail-closed       a failure of the hook refuses the act
  --name <name>       what to call it: for list, disable and remove
  --project           the workspace's file (the default)
  --user              your own: ~/.config/hookline/hookline.json, ~/${usualFile}
  --yes               do not ask
  --dry-run           show the diff, write nothing
  --cwd <dir>         start here; the workspace is the nearest directory upward
                      that holds ${rootMarksText}
  --json              { "files": [ { path, action, diff } ], "result": "written",
                        "proved": [ … ] }

Exit codes: 0 done (or already there), 1 not written or not proved, 64 wrong usage.

Example: hookline add 'echo done >&2' --event stop --name done --yes
Example: hookline add git-policy --set 'protected=main,release/*' --yes
`

const options = {
  set: { type: 'string', multiple: true },
  event: { type: 'string' },
  matcher: { type: 'string' },
  timeout: { type: 'string' },
  'fail-closed': { type: 'boolean' },
  name: { type: 'string' },
  project: { type: 'boolean' },
  user: { type: 'boolean' },
  yes: { type: 'boolean', short: 'y' },
  'dry-run': { type: 'boolean' },
  cwd: { type: 'string' },
  json: { type: 'boolean' },
} as const
type Values = ReturnType<typeof readFlags<typeof options>>['values']

export async function run(args: readonly string[], io: Io): Promise<number> {
  const { values, positionals } = readFlags(args, options, 1)
  const [given] = positionals
  if (given === undefined) throw new UsageError('which pack or command? hookline packs lists the packs')
  if (values.event === undefined) return addPack(packNamed(given, values), values, io)
  if (values.set !== undefined) throw new UsageError('--set is for packs; a command has --matcher, --timeout, --name')
  const event = eventFlag(values.event)
  const target = targetForEvent(event, values, readDirectory(values.cwd, io))
  const { command, file } = commandText(given, target.base, io)
  const change: HooksChange = { kind: 'add', event, entry: { command, ...keysOf(values) } }
  return mendable(io, async () => {
    const changes = planned(change, target, io)
    if (file !== undefined && !isExecutable(file))
      io.stderr.write(`warning: ${oneLine(shownPath(file, io.cwd))} is not executable: chmod +x it\n`)
    const manner = { ...values, dryRun: values['dry-run'], asks: 'existing', within: target.root } as const
    const result = await carryOut(changes, manner, io)
    if (values.json === true) io.stdout.write(`${json({ files: reportOf(changes, io.cwd), result })}\n`)
    else if (result === 'nothing to do') io.stderr.write('That very entry is there already; nothing was changed.\n')
    else if (result === 'written') io.stderr.write(trustHint(target, io.cwd))
    return result === 'declined' ? exits.finding : exits.fine
  })
}

/** Without --event a pack is meant: one word that is none is told apart from a command whose event was forgotten. */
function packNamed(given: string, values: Values): Pack {
  const found = packs.find(({ name }) => name === given)
  const own = (['matcher', 'timeout', 'name', 'fail-closed'] as const).find((flag) => values[flag] !== undefined)
  if (found !== undefined && own === undefined) return found
  if (found !== undefined) throw new UsageError(`--${own} is for commands; ${given} is a pack and takes --set`)
  const near = nearest(
    given,
    packs.map(({ name }) => name),
  )
  if (near !== undefined) throw new UsageError(`there is no pack ${JSON.stringify(given)}; did you mean ${near}?`)
  throw new UsageError('say when it runs: --event <event>; hookline packs lists what needs none')
}

function planned(change: HooksChange, target: Target, io: Io): readonly FileChange[] {
  const added = hooksChange(target.file, [change], io.cwd)
  if (added.before !== undefined) {
    checkNew(added.before, added.after, target, io)
    return [added]
  }
  const schema = schemaBeside(target.file, schemaOf(target), io.cwd)
  const whole = hooksChange(target.file, [schema.change, change], io.cwd)
  checkNew(undefined, whole.after, target, io)
  return [schema.file, whole]
}

function keysOf({ matcher, timeout, name, 'fail-closed': closed }: Values): JsonObject {
  for (const [what, text] of Object.entries({ matcher, name })) if (text !== undefined) rejectHidden(`--${what}`, text)
  return {
    ...(matcher === undefined ? {} : { matcher }),
    ...(timeout === undefined ? {} : { timeout: secondsOf(timeout) }),
    ...(closed === true ? { failClosed: true } : {}),
    ...(name === undefined ? {} : { name }),
  }
}

function secondsOf(text: string): number {
  const seconds = /^\d+(\.\d+)?$/.test(text) ? Number(text) : Number.NaN
  if (seconds > 0 && seconds <= 600) return seconds
  const hint = seconds > 600 ? ' (did you mean milliseconds?)' : ''
  throw new UsageError(`--timeout is in seconds, above 0 and at most 600, not ${JSON.stringify(text)}${hint}`)
}
