/** `hookline new`: a hook from a template that works as it stands, its test, and its entry. */

import { existsSync } from 'node:fs'
import { dirname, join, relative, sep } from 'node:path'
import { usualAgent, usualDirectory, usualFile } from '@hookline/core/agents'
import type { HooksChange } from '@hookline/core/node'
import type { EventName } from '@hookline/core/protocol'
import { carryOut, mendable, reportOf } from '../edit/carry-out.ts'
import { CannotEdit, changeOf, type FileChange, hooksChange } from '../edit/change.ts'
import { rejectHidden } from '../edit/command-text.ts'
import { schemaBeside } from '../edit/schema-file.ts'
import { checkNew, type Target } from '../edit/target.ts'
import { schemaOf, targetForEvent } from '../edit/target-for-event.ts'
import { trustHint } from '../edit/trust-hint.ts'
import { readDirectory, readFlags, UsageError } from '../flags.ts'
import { exits, type Io } from '../io.ts'
import { type Hook, type Language, languages, makeHook } from '../new/hook.ts'
import { rootMarksText, shownPath } from '../paths.ts'
import { json, oneLine } from '../plain.ts'
import { eventFlag } from '../trigger/event-flag.ts'

export const help = `Usage: hookline new <name> --event <event> [--sh | --ts | --py] [options]

Writes a hook that works as it stands into ${usualDirectory}/hooks/, a test beside it, and its entry
into ${usualFile}, of the workspace or (--user) of your home; for an event that
${usualAgent.title} does not have into .hookline/. It reads its input to the end, answers in JSON that nothing in the
input can break, and needs no jq. Nothing is overwritten.

  <name>              in kebab-case; the files and the entry are called so
  --event <event>     when it runs
  --sh                POSIX sh (the default)
  --ts                TypeScript; .mjs with its types in comments where Node cannot run .ts
  --py                Python 3
  --matcher <regex>   only for these subjects of the event
  --user              a hook of your own, in ~/${usualDirectory}: it runs in every workspace
  --yes               do not ask before hooks.json is changed (it asks at a terminal only)
  --dry-run           show every line, write nothing
  --cwd <dir>         start here; the workspace is the nearest directory upward
                      that holds ${rootMarksText}
  --json              { "files": [ { path, action, diff } ], "result", "command", "why" }

Exit codes: 0 done, 1 not written, 64 wrong usage.

Example: hookline new guard --event beforeShellExecution --sh --yes
`

const options = {
  event: { type: 'string' },
  sh: { type: 'boolean' },
  ts: { type: 'boolean' },
  py: { type: 'boolean' },
  matcher: { type: 'string' },
  user: { type: 'boolean' },
  yes: { type: 'boolean', short: 'y' },
  'dry-run': { type: 'boolean' },
  cwd: { type: 'string' },
  json: { type: 'boolean' },
} as const
type Values = ReturnType<typeof readFlags<typeof options>>['values']

export async function run(args: readonly string[], io: Io): Promise<number> {
  const { values, positionals } = readFlags(args, options, 1)
  const name = readName(positionals[0])
  const event = eventFlag(values.event)
  const language = readLanguage(values)
  if (values.matcher !== undefined) rejectHidden('--matcher', values.matcher)
  const target = targetForEvent(event, { user: values.user }, readDirectory(values.cwd, io))
  return mendable(io, async () => {
    const hook = makeHook(name, event, language, { matcher: values.matcher, folder: folderIn(target) })
    const changes = planned(hook, event, target, io)
    const manner = { ...values, dryRun: values['dry-run'], asks: 'existing', within: target.root } as const
    const result = await carryOut(changes, manner, io)
    const { command, why } = hook
    if (values.json === true) io.stdout.write(`${json({ files: reportOf(changes, io.cwd), result, command, why })}\n`)
    else io.stderr.write(result === 'written' ? afterwards(hook, target, io.cwd) : whyText(hook))
    return result === 'declined' ? exits.finding : exits.fine
  })
}

function readName(name: string | undefined): string {
  if (name === undefined) throw new UsageError('what is it called? hookline new <name> --event <event>')
  if (/^[a-z][a-z0-9]*(-[a-z0-9]+)*$/.test(name) && name.length <= 60) return name
  const better = name
    .replace(/([a-z0-9])([A-Z])/g, '$1-$2')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^[-0-9]+|-+$/g, '')
  const hint = better === '' ? '' : `; perhaps ${better.slice(0, 60)}`
  throw new UsageError(`${JSON.stringify(oneLine(name))} is no name in kebab-case (a-z, 0-9, single dashes)${hint}`)
}

function readLanguage(values: Values): Language {
  const asked = (Object.keys(languages) as Language[]).filter((one) => values[one] === true)
  if (asked.length > 1) throw new UsageError('--sh, --ts or --py: one of them')
  return asked[0] ?? 'sh'
}

function planned(hook: Hook, event: EventName, target: Target, io: Io): readonly FileChange[] {
  const directory = hooksFolder(target)
  const taken = hook.takes.map((file) => join(directory, file)).find((path) => existsSync(path))
  if (taken !== undefined)
    throw new CannotEdit(
      `${oneLine(shownPath(taken, io.cwd))} is there already; nothing was written. Choose another name.`,
    )
  const files = hook.files.map(({ file, text, executable }) =>
    changeOf(join(directory, file), text, io.cwd, executable ? { executable } : {}),
  )
  const schema = schemaBeside(target.file, schemaOf(target), io.cwd)
  const added: HooksChange = { kind: 'add', event, entry: hook.entry }
  const config = hooksChange(target.file, [schema.change, added], io.cwd)
  checkNew(config.before, config.after, target, io, true)
  return [...files, schema.file, config]
}

/** Scripts stand beside the file that names them; a command is written as its hook's working directory sees it. */
const hooksFolder = ({ file }: Target): string => join(dirname(file), 'hooks')
const folderIn = (target: Target): string => {
  const way = relative(target.base, hooksFolder(target)).split(sep).join('/')
  return way.startsWith('.') ? way : `./${way}`
}

const whyText = ({ why }: Hook): string => (why === undefined ? '' : `${why}.\n`)

function afterwards(hook: Hook, target: Target, cwd: string): string {
  const path = (file: string) => oneLine(shownPath(join(hooksFolder(target), file), cwd))
  const [script, test] = hook.files.map(({ file }) => path(file))
  return `${whyText(hook)}Write your rule into ${script}, its cases into ${test}, then: hookline test${target.root === undefined ? ` ${path(hook.files[1]?.file ?? '')}` : ''}\n${trustHint(target, cwd)}`
}
