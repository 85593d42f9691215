/** The arguments that `trigger` and `explain` share: the event and its input. */

import { type EventName, eventNames } from '@hookline/core/protocol'
import { UsageError } from '../flags.ts'
import { rootMarksText } from '../paths.ts'
import { eventFlag } from './event-flag.ts'

export const eventOptions = {
  input: { type: 'string' },
  set: { type: 'string', multiple: true },
  command: { type: 'string' },
  file: { type: 'string' },
  prompt: { type: 'string' },
  tool: { type: 'string' },
  cwd: { type: 'string' },
  edition: { type: 'string' },
  experiment: { type: 'string', multiple: true },
  json: { type: 'boolean' },
} as const

export const eventOptionsHelp = `  --command <text>      the shell command the event is about
  --file <path>         the file the event is about. Its content is read if the
                        event carries it
  --prompt <text>       the user's prompt, or the task of a subagent
  --tool <name>         the tool: Shell, Read, Write, MCP:<tool>, …
  --input <file|->      the event's input as JSON, instead of the sample
  --set <key=value>     change a field of the input: dotted keys; the value is
                        JSON, or text if it is not; repeat for several
  --cwd <dir>           start in this directory. The workspace is the nearest
                        parent with ${rootMarksText}
  --edition <e>         2.3, 2.4, 3 or hookline (default)
  --experiment <flag>   enable an experiment of an edition; repeat for several`

export const eventsHelp = wrapList('Events:', eventNames)

/** A list in lines of at most 80 columns, because help texts are not wrapped at a terminal. */
function wrapList(title: string, names: readonly string[]): string {
  const lines = [title]
  for (const name of names) {
    const last = lines.at(-1) ?? ''
    if (last.length + 1 + name.length <= 80) lines[lines.length - 1] = `${last} ${name}`
    else lines.push(`  ${name}`)
  }
  return lines.join('\n')
}

export function readEvent(name: string | undefined, command: string): EventName {
  if (name === undefined) throw new UsageError(`name an event. To list the events: hookline ${command} --help`)
  return eventFlag(name)
}

/** Adds a hint for a common mistake with `--set`: a JSON value where text was meant. */
export function asMisuse(thrown: unknown, set: readonly string[] | undefined): unknown {
  const bad = thrown instanceof Error && 'code' in thrown && thrown.code === 'bad-input'
  if (set === undefined || !bad || / is string /.test(thrown.message)) return thrown
  return new UsageError(`${thrown.message} (--set reads values as JSON. For the text true, write key='"true"')`)
}
