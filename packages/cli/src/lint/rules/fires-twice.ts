/** One command twice for one event. What the engine drops by itself (a Claude Code entry equal to a native one) is none. */
import type { EntryContext } from '../context.ts'
import type { Placed, Rule } from '../rule.ts'
import { matchesAll } from '../tools.ts'

export const firesTwice: Rule = {
  code: 'fires-twice',
  looksAt: 'workspace',
  find({ entries }): Placed {
    const before = new Map<string, EntryContext[]>()
    return entries.flatMap((context) => {
      if (context.command === undefined) return []
      const key = `${context.entry.event} ${keyOf(context)}`
      const same = before.get(key) ?? []
      const first = same.find((other) => runsToo(other, context))
      before.set(key, [...same, context])
      if (first === undefined) return []
      const { document } = first.file
      const line = document.at(first.value('command')?.offset ?? 0).line
      const where = first.file === context.file ? `line ${line}` : `${document.file}:${line}`
      const message = `the same command stands at ${where} for ${context.entry.event}: it fires twice`
      return [{ at: context.at('command'), message, hint: 'Keep one of them.', context }]
    })
  },
}

function runsToo(a: EntryContext, b: EntryContext): boolean {
  const dropped = a.entry.command === b.entry.command && a.file.claude !== b.file.claude
  return !dropped && overlap(a.entry.matcher, b.entry.matcher)
}

/** The command with its script's whole path, so that two spellings of one file are the same. */
function keyOf({ command, scripts }: EntryContext): string {
  const [script] = scripts
  const text = command?.text.trim().replace(/\s+/g, ' ') ?? ''
  if (script?.path === undefined || script.place === undefined) return text
  return `${command?.text.slice(0, script.place.start).trim()} ${script.path} ${command?.text.slice(script.place.end).trim()}`.trim()
}

const overlap = (a: string | undefined, b: string | undefined): boolean => a === b || matchesAll(a) || matchesAll(b)
