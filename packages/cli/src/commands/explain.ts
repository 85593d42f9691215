/** `hookline explain`: what would become of an event, and why. Runs no process and calls no model. */

import { createHooks, suggestEvent } from '@hookline/core/node'
import type { JsonObject } from '@hookline/core/protocol'
import { type EventName, eventRows, isEventName } from '@hookline/core/protocol'
import { quoted } from '../entry-text.ts'
import { explainEvent } from '../explain/explain-event.ts'
import { lastTime } from '../explain/last-time.ts'
import { asJson, nextSteps, report } from '../explain/report.ts'
import { readDirectory, readEdition, readFlags, UsageError } from '../flags.ts'
import { exits, type Io } from '../io.ts'
import { findRoot } from '../paths.ts'
import { json } from '../plain.ts'
import { styleFor } from '../style.ts'
import { asMisuse, eventOptions, eventOptionsHelp, eventsHelp, readEvent } from '../trigger/event-flags.ts'
import { buildInput, type InputFlags } from '../trigger/input.ts'

export const help = `Usage: hookline explain <event> [options]
       hookline explain "<shell command>" [options]

Says for each hook whether it would run for this event, and if not, why; what its
matcher is tested against; what its failure would mean; which rule would decide; and
what was decided the last time, where the log knows. Rules and packs that only look at
the event are asked, and a command is shown as the shell reader sees it.
Starts no process and asks no model: hookline trigger runs it. A shell command alone
means beforeShellExecution with that command, and the preToolUse before it. A call of
another tool with a command in its input is shown at beforeShellExecution as well.

${eventOptionsHelp}
  --json                { "version": 1, "events": [ { event, hooks, left, rules … } ] }

Exit codes: 0, 64 wrong usage.

${eventsHelp}

Example: hookline explain "git push --force"
`

interface Asked {
  readonly event: EventName
  readonly input: JsonObject
}

export async function run(args: readonly string[], io: Io): Promise<number> {
  const { values, positionals } = readWords(args)
  const root = findRoot(readDirectory(values.cwd, io))
  const edition = readEdition(values.edition)
  const asked = await readAsked(askedIn(positionals), root, values, io)
  const hooks = await createHooks({
    ...edition,
    workspaceRoots: [root],
    experiments: values.experiment ?? [],
    env: io.env,
    watch: false,
  })
  try {
    const explained = await Promise.all(asked.map(({ event, input }) => explainEvent(hooks, event, input)))
    const last = await Promise.all(asked.map(({ event, input }) => lastTime(event, input, root)))
    const look = { style: styleFor(io.stdout, io.env), cwd: io.cwd }
    if (values.json === true) {
      const events = explained.map((one, at) => asJson(one, last[at]))
      io.stdout.write(`${json({ version: 1, events })}\n`)
    } else {
      io.stdout.write(explained.map((one, at) => report(one, look, last[at])).join('\n'))
      io.stderr.write(nextSteps(explained))
    }
    return exits.fine
  } catch (thrown) {
    throw asMisuse(thrown, values.set)
  } finally {
    await hooks.close()
  }
}

/** A command without its quotation marks has its options read as ours. */
function readWords(args: readonly string[]): ReturnType<typeof readFlags<typeof eventOptions>> {
  try {
    return readFlags(args, eventOptions, Number.POSITIVE_INFINITY)
  } catch (thrown) {
    const [first = '', ...rest] = args
    if (!(thrown instanceof UsageError) || first.startsWith('-') || isEventName(first) || rest.length === 0)
      throw thrown
    const whole = quoted(args.join(' '))
    throw new UsageError(`${thrown.message}. A command with options is written in quotes: hookline explain ${whole}`)
  }
}

/** An event is one word; several are a command, as the shell handed them over. */
function askedIn(words: readonly string[]): string | undefined {
  const [first = '', second] = words
  if (second !== undefined && isEventName(first)) throw new UsageError(`unexpected argument ${JSON.stringify(second)}`)
  return words.length < 2 ? words[0] : words.map(quoted).join(' ')
}

/** The gates that a shell command passes, in their order. */
const ofCommand = { specific: 'beforeShellExecution', generic: 'preToolUse' } as const

async function readAsked(name: string | undefined, root: string, flags: InputFlags, io: Io): Promise<readonly Asked[]> {
  if (name === undefined || isEventName(name) || isAlmostEvent(name)) {
    const event = readEvent(name, 'explain')
    const input = await buildInput(event, root, flags, io)
    return [{ event, input }, ...alsoJudged(event, input)]
  }
  if (flags.command !== undefined || flags.input !== undefined)
    throw new UsageError(`${JSON.stringify(name)} is read as the shell command: leave out --command and --input`)
  const input = await buildInput(ofCommand.specific, root, { ...flags, command: name }, io)
  const call = eventRows[ofCommand.specific].act?.tool?.(input as never)
  return [
    { event: ofCommand.generic, input: { ...call, tool_use_id: 'tool_1', cwd: root } },
    { event: ofCommand.specific, input },
  ]
}

/** A command inside the call of another tool passes the gates of shell commands too. */
function alsoJudged(event: EventName, input: JsonObject): readonly Asked[] {
  const also = eventRows[event].act?.also?.(input as never)
  return also === undefined || input.tool_name === 'Shell'
    ? []
    : [{ event: also.event as EventName, input: also.input }]
}

/** One word that somebody calls an event, or a slip of the finger away from one, is no command. */
const isAlmostEvent = (name: string): boolean => !/\s/.test(name) && suggestEvent(name) !== undefined
