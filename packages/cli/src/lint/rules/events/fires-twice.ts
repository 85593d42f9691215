/**
 * Reports a script that runs twice for the same action, from one file or several. It does not report duplicates that the
 * engine drops (a Claude Code entry equal to a native one).
 */
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
      const key = programKey(context)
      if (key === undefined) return []
      const same = before.get(key) ?? []
      const first = same.find((other) => runsForSameAction(other, context))
      before.set(key, [...same, context])
      if (first === undefined) return []
      const { document } = first.file
      const line = document.at(first.value('command')?.offset ?? 0).line
      const where = first.file === context.file ? `line ${line}` : `${document.file}:${line}`
      const { event } = context.entry
      const reason =
        first.entry.event === event
          ? `for ${event}`
          : `for ${first.entry.event}, which the same action triggers as well as ${event}`
      const message = `the same ${context.scripts.length > 0 ? 'script' : 'command'} is also at ${where} ${reason}, so it runs twice`
      return [{ at: context.at('command'), message, hint: 'Keep one of them.', context }]
    })
  },
}

function runsForSameAction(a: EntryContext, b: EntryContext): boolean {
  const twoAgents = a.file.agent !== b.file.agent
  const dropped = twoAgents && commandLine(a.entry) === commandLine(b.entry) && a.entry.event === b.entry.event
  if (dropped || (a.entry.event !== b.entry.event && !twoAgents)) return false
  const acts = actsOf(b)
  const shared = [...actsOf(a)].some((act) => acts.has(act))
  // Two matchers on text overlap for certain only if they are equal or one matches everything.
  const ofText = a.entry.event === b.entry.event && actsOf(a).has(a.entry.event)
  return shared && (!ofText || twoAgents || overlaps(a.entry.matcher, b.entry.matcher))
}

/** Identifies what runs: the path of the script with its arguments, whatever starts it, or else the command. */
function programKey({ command, scripts, entry, file: { facts } }: EntryContext): string | undefined {
  if (command === undefined) return undefined
  if (entry.args !== undefined) return argumentsKey(entry, scripts)
  const [script] = scripts
  const tidy = (text: string) => text.trim().replace(/\s+/g, ' ')
  if (script?.path === undefined || script.range === undefined || scripts.length > 1) return tidy(command.text)
  const path = facts.real?.(script.path) ?? script.path
  return tidy(`${path} ${withoutEnding(command.text.slice(script.range.end))}`)
}

function argumentsKey(entry: Entry, [script]: EntryContext['scripts']): string | undefined {
  const at = script === undefined ? -1 : (entry.args ?? []).indexOf(script.word)
  if (script?.path === undefined || at < 0) return commandLine(entry)
  return [script.path, ...(entry.args ?? []).slice(at + 1)].join(' ')
}

/** Redirections and `|| true` do not make it a different hook. */
const withoutEnding = (text: string): string =>
  text
    .replace(/^["']/, '')
    .replace(/\d?&?>>?\s*(?:&\d|\/dev\/\w+)/g, '')
    .replace(/(?:\|\||;|&&)\s*(?:true|:|exit\s+\d+)\s*;?\s*$/, '')

const overlaps = (a: string | undefined, b: string | undefined): boolean =>
  simplifyMatcher(a) === simplifyMatcher(b) || matchesAll(a) || matchesAll(b)
/** Treats `^(x)$` and `x` as the same matcher. */
const simplifyMatcher = (matcher: string | undefined): string | undefined =>
  matcher === '.*' || matchesAll(matcher) ? undefined : matcher?.replace(/^\^?\(?(?:\?:)?|\)?\$?$/g, '')
