/** One script twice for one thing, in one file or in several. What the engine drops by itself (a Claude Code entry equal to a native one) is none. */
import { commandLine, type Entry } from '@hookline/core/node'
import { actsOf } from '../../context/acts.ts'
import type { EntryContext } from '../../context/context.ts'
import { matchesAll } from '../../context/tools.ts'
import type { Rule, WorkspaceFindings } from '../../rule.ts'

export const firesTwice: Rule = {
  code: 'fires-twice',
  checks: 'workspace',
  find({ entries }): WorkspaceFindings {
    const before = new Map<string, EntryContext[]>()
    return entries.flatMap((context) => {
      const key = keyOf(context)
      if (key === undefined) return []
      const same = before.get(key) ?? []
      const first = same.find((other) => runsToo(other, context))
      before.set(key, [...same, context])
      if (first === undefined) return []
      const { document } = first.file
      const line = document.at(first.value('command')?.offset ?? 0).line
      const where = first.file === context.file ? `line ${line}` : `${document.file}:${line}`
      const { event } = context.entry
      const there =
        first.entry.event === event ? `for ${event}` : `for ${first.entry.event}, which the same act fires as ${event}`
      const message = `the same ${context.scripts.length > 0 ? 'script' : 'command'} stands at ${where} ${there}: it runs twice`
      return [{ at: context.at('command'), message, hint: 'Keep one of them.', context }]
    })
  },
}

function runsToo(a: EntryContext, b: EntryContext): boolean {
  const twoAgents = a.file.agent !== b.file.agent
  const dropped = twoAgents && commandLine(a.entry) === commandLine(b.entry) && a.entry.event === b.entry.event
  if (dropped || (a.entry.event !== b.entry.event && !twoAgents)) return false
  const acts = actsOf(b)
  const shared = [...actsOf(a)].some((act) => acts.has(act))
  // Matchers on text say nothing of each other, unless they are the same or match everything.
  const ofText = a.entry.event === b.entry.event && actsOf(a).has(a.entry.event)
  return shared && (!ofText || twoAgents || overlap(a.entry.matcher, b.entry.matcher))
}

/** What runs: a script by its own path with its arguments, whatever starts it; else the command. */
function keyOf({ command, scripts, entry, file: { facts } }: EntryContext): string | undefined {
  if (command === undefined) return undefined
  if (entry.args !== undefined) return keyOfArguments(entry, scripts)
  const [script] = scripts
  const tidy = (text: string) => text.trim().replace(/\s+/g, ' ')
  if (script?.path === undefined || script.place === undefined || scripts.length > 1) return tidy(command.text)
  const path = facts.real?.(script.path) ?? script.path
  return tidy(`${path} ${withoutEnding(command.text.slice(script.place.end))}`)
}

function keyOfArguments(entry: Entry, [script]: EntryContext['scripts']): string | undefined {
  const at = script === undefined ? -1 : (entry.args ?? []).indexOf(script.word)
  if (script?.path === undefined || at < 0) return commandLine(entry)
  return [script.path, ...(entry.args ?? []).slice(at + 1)].join(' ')
}

/** Where output goes, and what hides a failure, does not make another hook. */
const withoutEnding = (text: string): string =>
  text
    .replace(/^["']/, '')
    .replace(/\d?&?>>?\s*(?:&\d|\/dev\/\w+)/g, '')
    .replace(/(?:\|\||;|&&)\s*(?:true|:|exit\s+\d+)\s*;?\s*$/, '')

const overlap = (a: string | undefined, b: string | undefined): boolean =>
  plain(a) === plain(b) || matchesAll(a) || matchesAll(b)
/** `^(x)$` and `x` are written by one hand each, and mean the same where nothing else fits. */
const plain = (matcher: string | undefined): string | undefined =>
  matcher === '.*' || matchesAll(matcher) ? undefined : matcher?.replace(/^\^?\(?(?:\?:)?|\)?\$?$/g, '')
