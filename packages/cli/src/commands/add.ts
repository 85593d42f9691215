/** `hookline add`: adds a pack to a hookline.json, or an entry to a hooks.json, and keeps comments and order. */

import { usualAgent, usualFile } from '@hookline/core/agents'
import { type HooksChange, nearest, sourceSetup } from '@hookline/core/node'
import type { EventName, JsonObject } from '@hookline/core/protocol'
import type { Pack } from '@hookline/core/sdk'
import { packs } from '@hookline/packs'
import { canAsk } from '../confirm.ts'
import { readState } from '../connect/read-state.ts'
import { findUncalled, uncalledText } from '../connect/uncalled.ts'
import { applyChanges, catchEditErrors, fileReports, isAsked } from '../edit/apply-changes.ts'
import { type FileChange, hooksChange, pathsOf } from '../edit/change.ts'
import { commandText, rejectHidden } from '../edit/command-text.ts'
import { schemaBeside } from '../edit/schema-file.ts'
import { checkNew, type Target } from '../edit/target.ts'
import { schemaOf, targetForEvent } from '../edit/target-for-event.ts'
import { startTrustStep, trustText } from '../edit/trust-step.ts'
import { editOptions, readDirectory, readFlags, UsageError } from '../flags.ts'
import { exits, type Io } from '../io.ts'
import { offerConnection } from '../link/offer-connection.ts'
import { isExecutable } from '../machine/file-stat.ts'
import { addPack } from '../packs/add-pack.ts'
import { rootMarksText, shownPath } from '../paths.ts'
import { json, oneLine, quoted } from '../text/plain.ts'
import { eventFlag } from '../trigger/event-flag.ts'

export const help = `Usage: hookline add <pack> [--set key=value] [options]
       hookline add <command> --event <event> [options]

Adds a ready-made pack to .hookline/hookline.json, or changes the parameters of
a pack that is already there, and proves that it works with test events. To
list the packs: hookline packs

With --event it adds a hook of your own to ${usualFile}: the path of a
script, or a shell command in quotes. Events that ${usualAgent.title} does not have go to
.hookline/hookline.json. Paths are rewritten relative to the hook's working
directory. It shows the diff, and asks before it changes an existing file. At a
terminal it also trusts the workspace again once you have agreed, if nothing
else in it changed.

  --set <key=value>   a parameter of the pack. Separate list items with commas;
                      key+=value adds to a list, key-=value removes from it.
                      rules.<rule>=ask sets one rule to deny, ask, allow,
                      monitor or default (hookline rules lists the rules).
                      mode=monitor records what the pack would block, but blocks
                      nothing
  --event <event>     the event that runs the command
  --matcher <regex>   run it only for matching commands, files or tools
  --timeout <s>       in seconds, at most 600
  --fail-closed       block the action if the hook fails
  --name <name>       a name for list, disable and remove
  --project           use the workspace's file (default)
  --user              use your own file: ~/.config/hookline/hookline.json, or
                      ~/${usualFile} with --event
  --yes               do not ask
  --dry-run           show the diff and write nothing
  --cwd <dir>         start in this directory. The workspace is the nearest
                      parent with ${rootMarksText}
  --json              { "files": [ { path, action, diff } ], "result":
                      "written", "trusted": false, "proved": [ … ] }

Exit codes: 0 added, or already there; 1 not written or not proved;
64 wrong usage.

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
  ...editOptions,
} as const
type Values = ReturnType<typeof readFlags<typeof options>>['values']

export async function run(args: readonly string[], io: Io): Promise<number> {
  const { values, positionals } = readFlags(args, options, 1)
  const [given] = positionals
  if (given === undefined) throw new UsageError('name a pack or a command. To list the packs: hookline packs')
  if (values.event === undefined) return addPack(readPack(given, values), values, io)
  if (values.set !== undefined)
    throw new UsageError(
      '--set works only with a pack. For a command use --matcher, --timeout, --fail-closed or --name',
    )
  const event = eventFlag(values.event)
  const target = targetForEvent(event, values, readDirectory(values.cwd, io))
  const { command, file } = commandText(given, target.base, io)
  const change: HooksChange = { kind: 'add', event, entry: { command, ...entryFields(values) } }
  return catchEditErrors(io, async () => {
    const changes = planChanges(change, target, io)
    if (file !== undefined && !isExecutable(file))
      io.stderr.write(
        `warning: ${oneLine(shownPath(file, io.cwd))} is not executable. Run: chmod +x ${quoted(shownPath(file, io.cwd))}\n`,
      )
    const applyOptions = { ...values, dryRun: values['dry-run'], asks: 'existing', within: target.root } as const
    const step = await startTrustStep(values.yes === true ? undefined : target.root, io)
    const confirmed = isAsked(changes, applyOptions, io)
    const result = await applyChanges(changes, applyOptions, io)
    const trusted = result === 'written' && (await step.trust(pathsOf(changes), confirmed))
    if (values.json === true) io.stdout.write(`${json({ files: fileReports(changes, io.cwd), result, trusted })}\n`)
    else if (result === 'nothing to do') io.stderr.write('The file already has this entry. Nothing was changed.\n')
    else if (result === 'written') io.stderr.write(await trustText(trusted, target, io.cwd))
    if (values.json !== true && (result === 'written' || result === 'nothing to do'))
      await sayUncalled(target, event, io)
    return result === 'declined' ? exits.finding : exits.fine
  })
}

/** Offers to connect at a terminal, or says that no agent would ask the hook. */
async function sayUncalled(target: Target, event: EventName, io: Io): Promise<void> {
  const root = target.root ?? sourceSetup().platform.home
  const { entries } = await readState(root)
  const own = entries.filter(({ origin, event: at }) => origin.file === target.file && at === event)
  const text = uncalledText(own, findUncalled(entries, root, io.env))
  if (text === '') return
  io.stderr.write(text)
  if (canAsk(io)) await offerConnection('hooks', {}, io)
}

/** Without --event the argument is a pack. A typo in its name gets another message than a command without its event. */
function readPack(given: string, values: Values): Pack {
  const found = packs.find(({ name }) => name === given)
  const own = (['matcher', 'timeout', 'name', 'fail-closed'] as const).find((flag) => values[flag] !== undefined)
  if (found !== undefined && own === undefined) return found
  if (found !== undefined)
    throw new UsageError(`--${own} works only with a command. ${given} is a pack: set its parameters with --set`)
  const near = nearest(
    given,
    packs.map(({ name }) => name),
  )
  if (near !== undefined) throw new UsageError(`unknown pack ${JSON.stringify(given)}. Did you mean ${near}?`)
  throw new UsageError(
    `${JSON.stringify(oneLine(given))} is not a pack. To add it as a command, name its event: --event <event>. To list the packs: hookline packs`,
  )
}

function planChanges(change: HooksChange, target: Target, io: Io): readonly FileChange[] {
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

function entryFields({ matcher, timeout, name, 'fail-closed': closed }: Values): JsonObject {
  for (const [what, text] of Object.entries({ matcher, name })) if (text !== undefined) rejectHidden(`--${what}`, text)
  return {
    ...(matcher === undefined ? {} : { matcher }),
    ...(timeout === undefined ? {} : { timeout: readTimeout(timeout) }),
    ...(closed === true ? { failClosed: true } : {}),
    ...(name === undefined ? {} : { name }),
  }
}

function readTimeout(text: string): number {
  const seconds = /^\d+(\.\d+)?$/.test(text) ? Number(text) : Number.NaN
  if (seconds > 0 && seconds <= 600) return seconds
  const hint = seconds > 600 ? '. Did you mean milliseconds?' : ''
  throw new UsageError(`--timeout must be in seconds, above 0 and at most 600, got ${JSON.stringify(text)}${hint}`)
}
