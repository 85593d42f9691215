/** `hookline new`: creates a working hook from a template, its test, and its entry. */

import { existsSync } from 'node:fs'
import { dirname, join, relative, sep } from 'node:path'
import { usualAgent, usualDirectory, usualFile } from '@hookline/core/agents'
import { type HooksChange, sourceSetup } from '@hookline/core/node'
import type { EventName } from '@hookline/core/protocol'
import { readState } from '../connect/read-state.ts'
import { findUncalled, uncalledText } from '../connect/uncalled.ts'
import { applyChanges, catchEditErrors, fileReports, isAsked } from '../edit/apply-changes.ts'
import { CannotEdit, changeOf, type FileChange, hooksChange, pathsOf } from '../edit/change.ts'
import { rejectHidden } from '../edit/command-text.ts'
import { ownTarget } from '../edit/own-target.ts'
import { schemaBeside } from '../edit/schema-file.ts'
import { checkNew, type Target } from '../edit/target.ts'
import { schemaOf, targetForEvent } from '../edit/target-for-event.ts'
import { startTrustStep, trustText } from '../edit/trust-step.ts'
import { editOptions, readDirectory, readFlags, UsageError } from '../flags.ts'
import { exits, type Io } from '../io.ts'
import { type Hook, type HookOptions, type Language, languages, makeHook, makeModule, makeRule } from '../new/hook.ts'
import { rootMarksText, shownPath } from '../paths.ts'
import { json, oneLine, quoted } from '../text/plain.ts'
import { eventFlag } from '../trigger/event-flag.ts'

export const help = `Usage: hookline new <name> --event <event> [options]

Creates a working hook in ${usualDirectory}/hooks, a test beside it, and its entry in
${usualFile} of the workspace, or of your home directory with --user.
Events that ${usualAgent.title} does not have go to .hookline. The hook reads its whole
input, prints JSON that no input can break, and does not need jq. Nothing is
overwritten. At a terminal it also trusts the workspace again once you have
agreed, if nothing else in it changed.

  <name>              in kebab-case; used for the files and the entry
  --event <event>     the event that runs the hook
  --sh                POSIX sh (default)
  --ts                TypeScript, or JavaScript with types in comments if your
                      Node cannot run TypeScript
  --py                Python 3
  --module            a JavaScript module in hookline.json, which stays loaded
  --rule              a rule in hookline.json, without code
  --matcher <regex>   run it only for matching commands, files or tools
  --user              create it in ~/${usualDirectory}, for every workspace
  --yes               do not ask before hooks.json is changed (without a
                      terminal it never asks)
  --dry-run           show every line and write nothing
  --cwd <dir>         start in this directory. The workspace is the nearest
                      parent with ${rootMarksText}
  --json              { "files": [ { path, action, diff } ], "result",
                        "trusted", "command", "why" }

Exit codes: 0 done; 1 not written; 64 wrong usage.

Example: hookline new guard --event beforeShellExecution --sh --yes
`

const options = {
  event: { type: 'string' },
  sh: { type: 'boolean' },
  ts: { type: 'boolean' },
  py: { type: 'boolean' },
  module: { type: 'boolean' },
  rule: { type: 'boolean' },
  matcher: { type: 'string' },
  user: { type: 'boolean' },
  ...editOptions,
} as const
type Values = ReturnType<typeof readFlags<typeof options>>['values']

export async function run(args: readonly string[], io: Io): Promise<number> {
  const { values, positionals } = readFlags(args, options, 1)
  const name = readName(positionals[0])
  const event = eventFlag(values.event)
  const kind = readKind(values)
  if (values.matcher !== undefined) rejectHidden('--matcher', values.matcher)
  const directory = readDirectory(values.cwd, io)
  const level = { user: values.user }
  // Only hookline.json can have modules and rules.
  const target =
    kind === 'module' || kind === 'rule' ? ownTarget(level, directory) : targetForEvent(event, level, directory)
  return catchEditErrors(io, async () => {
    const hook = makeKind(kind, name, event, { matcher: values.matcher, folder: folderIn(target) })
    const changes = planChanges(hook, event, target, io)
    const applyOptions = { ...values, dryRun: values['dry-run'], asks: 'existing', within: target.root } as const
    const step = await startTrustStep(values.yes === true ? undefined : target.root, io)
    const confirmed = isAsked(changes, applyOptions, io)
    const result = await applyChanges(changes, applyOptions, io)
    const trusted = result === 'written' && (await step.trust(pathsOf(changes), confirmed))
    const { command, why } = hook
    if (values.json === true)
      io.stdout.write(`${json({ files: fileReports(changes, io.cwd), result, trusted, command, why })}\n`)
    else io.stderr.write(result === 'written' ? await nextSteps(hook, target, trusted, io.cwd) : runtimeNote(hook))
    if (values.json !== true && result === 'written') {
      const root = target.root ?? sourceSetup().platform.home
      const { entries } = await readState(root)
      const own = entries.filter(({ origin, event: at }) => origin.file === target.file && at === event)
      io.stderr.write(uncalledText(own, findUncalled(entries, root, io.env)))
    }
    return result === 'declined' ? exits.finding : exits.fine
  })
}

function readName(name: string | undefined): string {
  if (name === undefined) throw new UsageError('name the hook: hookline new <name> --event <event>')
  if (/^[a-z][a-z0-9]*(-[a-z0-9]+)*$/.test(name) && name.length <= 60) return name
  const better = name
    .replace(/([a-z0-9])([A-Z])/g, '$1-$2')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^[-0-9]+|-+$/g, '')
  const hint = better === '' ? '' : `. Did you mean ${better.slice(0, 60)}?`
  throw new UsageError(
    `the name must be in kebab-case (a-z, 0-9, single dashes, at most 60 characters), got ${JSON.stringify(oneLine(name))}${hint}`,
  )
}

type Kind = Language | 'module' | 'rule'

function readKind(values: Values): Kind {
  // `languages` is a constant whose keys are the languages.
  const kinds: readonly Kind[] = [...(Object.keys(languages) as Language[]), 'module', 'rule']
  const chosen = kinds.filter((one) => values[one] === true)
  if (chosen.length > 1) throw new UsageError(`use only one of ${kinds.map((one) => `--${one}`).join(', ')}`)
  return chosen[0] ?? 'sh'
}

function makeKind(kind: Kind, name: string, event: EventName, hookOptions: HookOptions): Hook {
  if (kind === 'module') return makeModule(name, event, hookOptions)
  if (kind !== 'rule') return makeHook(name, event, kind, hookOptions)
  const rule = makeRule(name, event, hookOptions)
  if (rule === undefined)
    throw new UsageError(`${event} reads no reply, so a rule has no effect there. Write a script or a module`)
  return rule
}

function planChanges(hook: Hook, event: EventName, target: Target, io: Io): readonly FileChange[] {
  const directory = hooksFolder(target)
  const taken = hook.takes.map((file) => join(directory, file)).find((path) => existsSync(path))
  if (taken !== undefined)
    throw new CannotEdit(
      `${oneLine(shownPath(taken, io.cwd))} already exists. Nothing was written. Choose another name.`,
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

/** Scripts go beside the file that names them. The path in a command is relative to the hook's working directory. */
const hooksFolder = ({ file }: Target): string => join(dirname(file), 'hooks')
const folderIn = (target: Target): string => {
  const way = relative(target.base, hooksFolder(target)).split(sep).join('/')
  return way.startsWith('.') ? way : `./${way}`
}

const runtimeNote = ({ why }: Hook): string => (why === undefined ? '' : `${why}.\n`)

async function nextSteps(hook: Hook, target: Target, trusted: boolean, cwd: string): Promise<string> {
  const path = (file: string) => oneLine(shownPath(join(hooksFolder(target), file), cwd))
  const test = path(hook.files.at(-1)?.file ?? '')
  const script = hook.files.length > 1 ? path(hook.files[0]?.file ?? '') : oneLine(shownPath(target.file, cwd))
  const testArgument = target.root === undefined ? ` ${quoted(test)}` : ''
  return `${runtimeNote(hook)}Write your rule in ${script} and its cases in ${test}. Then run: hookline test${testArgument}\n${await trustText(trusted, target, cwd)}`
}
