/** The arguments that `trigger` and `explain` share: which event, and what it carries. */

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
  --file <path>         the file it is about; what it holds is read where the event says it
  --prompt <text>       what the person, or the task of a subagent, says
  --tool <name>         the tool: Shell, Read, Write, MCP:<tool>, …
  --input <file|->      the event's input as JSON, instead of the sample
  --set <key=value>     lays a value over it: dotted keys, JSON where it is JSON,
                        else text; may be repeated
  --cwd <dir>           start here; the workspace is the nearest directory upward
                        that holds ${rootMarksText}
  --edition <e>         2.3, 2.4, 3 or hookline (default)
  --experiment <flag>   switch on an experiment of an edition; may be repeated`

export const eventsHelp = `Events: ${eventNames.join(' ')}`

export function readEvent(name: string | undefined, command: string): EventName {
  if (name === undefined) throw new UsageError(`which event? hookline ${command} --help lists them`)
  return eventFlag(name)
}

/** Misuse that `--set` invites: a number where text was meant. */
export function asMisuse(thrown: unknown, set: readonly string[] | undefined): unknown {
  const bad = thrown instanceof Error && 'code' in thrown && thrown.code === 'bad-input'
  if (set === undefined || !bad || / is string /.test(thrown.message)) return thrown
  return new UsageError(`${thrown.message} (--set reads JSON first: write key='"true"' for the text true.)`)
}
