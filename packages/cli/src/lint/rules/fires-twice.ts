/** One command twice for one event. What the engine drops by itself (a Claude Code entry equal to a native one) is none. */
import type { EntryContext } from '../context.ts'
import type { Placed, Rule } from '../rule.ts'
import { matchesAll } from '../tools.ts'

export const firesTwice: Rule = {
  code: 'fires-twice',
  looksAt: 'workspace',
  find({ entries }): Placed {
    const before: EntryContext[] = []
    return entries.flatMap((context) => {
      const first = before.find((other) => isSame(other, context))
      before.push(context)
      if (first === undefined) return []
      const { document } = first.file
      const line = document.at(first.value('command')?.offset ?? 0).line
      const where = first.file === context.file ? `line ${line}` : `${document.file}:${line}`
      const message = `the same command stands at ${where} for ${context.entry.event}: it fires twice`
      return [{ at: context.at('command'), message, hint: 'Keep one of them.', context }]
    })
  },
}

function isSame(a: EntryContext, b: EntryContext): boolean {
  if (a.entry.event !== b.entry.event || a.command === undefined || b.command === undefined) return false
  if (a.entry.command === b.entry.command && a.file.claude !== b.file.claude) return false
  return keyOf(a) === keyOf(b) && overlap(a.entry.matcher, b.entry.matcher)
}

/** The command with its script's whole path, so that two spellings of one file are the same. */
function keyOf({ command, scripts }: EntryContext): string {
  const [script] = scripts
  const text = command?.text.trim().replace(/\s+/g, ' ') ?? ''
  if (script?.path === undefined || script.place === undefined) return text
  return `${command?.text.slice(0, script.place.start).trim()} ${script.path} ${command?.text.slice(script.place.end).trim()}`.trim()
}

const overlap = (a: string | undefined, b: string | undefined): boolean => a === b || matchesAll(a) || matchesAll(b)
