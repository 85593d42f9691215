/** `hookline explain`: shows what would happen to an event, and why. It starts no process and calls no model. */

import { createHooks, type Entry, type Hooks, suggestEvent } from '@hookline/core/node'
import type { JsonObject } from '@hookline/core/protocol'
import { type EventName, eventRows, isEventName } from '@hookline/core/protocol'
import { activeHooks, findUncalled, uncalledText } from '../connect/uncalled.ts'
import { explainEvent, type Untrusted } from '../explain/explain-event.ts'
import { findLastRecord } from '../explain/last-record.ts'
import { isAllowed, overallLines, overallVerdict } from '../explain/overall.ts'
import { asJson, nextSteps, report } from '../explain/report.ts'
import { describeAllUnmatched } from '../explain/unmatched-text.ts'
import { readDirectory, readEdition, readFlags, UsageError } from '../flags.ts'
import { exits, type Io } from '../io.ts'
import { findRoot } from '../paths.ts'
import { hookRootsOf } from '../run/roots.ts'
import { quoted, untrustedRoots } from '../text/entry-text.ts'
import { json } from '../text/plain.ts'
import { styleFor } from '../text/style.ts'
import { asMisuse, eventOptions, eventOptionsHelp, eventsHelp, readEvent } from '../trigger/event-flags.ts'
import { buildInput, type InputFlags } from '../trigger/input.ts'

export const help = `Usage: hookline explain <event> [options]
       hookline explain "<shell command>" [options]

Begins with one verdict: ALLOW, DENY, ASK or UNKNOWN, and which hook and rule
decides. Shows for each hook whether it would run for this event, and why not if
it would not: what its matcher is tested against, what happens if it fails,
which rule would decide, and the last decision in the log. Rules and packs that
need no process are evaluated. A command is shown as the shell parser reads it.

Hooks that you are editing are judged as their files are now, and marked "not
trusted yet". Scripts that wait for trust are shown, not run: with one of them
the verdict is UNKNOWN. A second line says what happens until you trust them.

It starts no process and calls no model; \`hookline trigger\` runs the hooks. A
shell command means beforeShellExecution with that command, and the preToolUse
before it. A call of another tool with a command in its input is also shown at
beforeShellExecution.

${eventOptionsHelp}
  --exit-code           exit with 1 unless the verdict is ALLOW, now and after
                        trust
  --json                { "version": 1, "overall": { verdict, by, rule, … },
                          "events": [ { event, hooks, left, rules … } ] }

Exit codes: 0 success; with --exit-code 1 for DENY, ASK and UNKNOWN, and while
the answer is another one until you trust the files; 64 wrong usage.

${eventsHelp}

Example: hookline explain "git push --force"
`

const options = { ...eventOptions, 'exit-code': { type: 'boolean' } } as const

interface EventInput {
  readonly event: EventName
  readonly input: JsonObject
}

export async function run(args: readonly string[], io: Io): Promise<number> {
  const { values, positionals } = readArguments(args)
  const root = findRoot(readDirectory(values.cwd, io))
  const edition = readEdition(values.edition)
  const events = await readEvents(readSubject(positionals), root, values, io)
  const setup = {
    ...edition,
    workspaceRoots: [...new Set(events.flatMap(({ input }) => hookRootsOf([root], input)))],
    experiments: values.experiment ?? [],
    env: io.env,
    watch: false,
  }
  const now = await createHooks(setup)
  const roots = untrustedRoots(now.entries)
  const isWaiting = roots.length > 0 || now.problems.some(({ code }) => code === 'trust-changed')
  // Only judges: no process is started, and no module is loaded.
  const edited = isWaiting ? await createHooks({ ...setup, trust: 'all' }) : now
  const waitsFor = ({ origin }: Entry): Untrusted | undefined => {
    const trust = now.entries.find((one) => origin.root !== undefined && one.origin.root === origin.root)?.trust
    return trust === 'untrusted' || trust === 'changed' ? trust : undefined
  }
  try {
    const explainIn = (hooks: Hooks, waits?: typeof waitsFor) =>
      Promise.all(events.map(({ event, input }) => explainEvent(hooks, event, input, waits)))
    const explained = await explainIn(edited, waitsFor)
    const overall = overallVerdict(explained, isWaiting ? await explainIn(now) : undefined)
    const last = await Promise.all(events.map(({ event, input }) => findLastRecord(event, input, root)))
    const unmatched = await describeAllUnmatched(edited.entries, root)
    const style = styleFor(io.stdout, io.env)
    if (values.json === true) {
      io.stdout.write(
        `${json({ version: 1, overall, events: explained.map((one, at) => asJson(one, last[at], unmatched)) })}\n`,
      )
    } else {
      io.stdout.write(`${overallLines(overall, style).join('\n')}\n`)
      io.stdout.write(explained.map((one, at) => report(one, { style, cwd: io.cwd, unmatched }, last[at])).join('\n'))
      const names = new Set(events.map(({ event }) => event))
      const asked = activeHooks(edited.entries).filter(({ event }) => names.has(event))
      const uncalled = uncalledText(asked, findUncalled(edited.entries, root, io.env))
      io.stderr.write(nextSteps(isWaiting && roots.length === 0 ? [root] : roots) + uncalled)
    }
    return values['exit-code'] === true && !isAllowed(overall) ? exits.finding : exits.fine
  } catch (thrown) {
    throw asMisuse(thrown, values.set)
  } finally {
    await now.close()
    if (edited !== now) await edited.close()
  }
}

/** Without quotes around a command, its options are read as options of `explain`. The message says how to quote it. */
function readArguments(args: readonly string[]): ReturnType<typeof readFlags<typeof options>> {
  try {
    return readFlags(args, options, Number.POSITIVE_INFINITY)
  } catch (thrown) {
    const [first = '', ...rest] = args
    if (!(thrown instanceof UsageError) || first.startsWith('-') || isEventName(first) || rest.length === 0)
      throw thrown
    const whole = quoted(args.join(' '))
    throw new UsageError(
      `${thrown.message}. If it belongs to the command, quote the command: hookline explain ${whole}`,
    )
  }
}

/** One argument is an event or a command. Several are the words of a command, as the shell split them. */
function readSubject(args: readonly string[]): string | undefined {
  const [first = '', second] = args
  if (second !== undefined && isEventName(first)) throw new UsageError(`unexpected argument ${JSON.stringify(second)}`)
  return args.length < 2 ? args[0] : args.map(quoted).join(' ')
}

/** The two gates that a shell command passes. */
const shellGates = { specific: 'beforeShellExecution', generic: 'preToolUse' } as const

async function readEvents(
  name: string | undefined,
  root: string,
  flags: InputFlags,
  io: Io,
): Promise<readonly EventInput[]> {
  if (name === undefined || isEventName(name) || isAlmostEvent(name)) {
    const event = readEvent(name, 'explain')
    const input = await buildInput(event, root, flags, io)
    return [{ event, input }, ...innerShellEvents(event, input)]
  }
  if (flags.command !== undefined || flags.input !== undefined)
    throw new UsageError(`${JSON.stringify(name)} is already the shell command. Leave out --command and --input`)
  const input = await buildInput(shellGates.specific, root, { ...flags, command: name }, io)
  // `buildInput` has built the input for this event.
  const call = eventRows[shellGates.specific].act?.tool?.(input as never)
  return [
    { event: shellGates.generic, input: { ...call, tool_use_id: 'tool_1', cwd: root } },
    { event: shellGates.specific, input },
  ]
}

/** A command inside a call of another tool passes the gate of shell commands too. */
function innerShellEvents(event: EventName, input: JsonObject): readonly EventInput[] {
  // `buildInput` has built the input for this event.
  const also = eventRows[event].act?.also?.(input as never)
  return also === undefined || input.tool_name === 'Shell'
    ? []
    : [{ event: also.event as EventName, input: also.input }] // The event table names only its own events.
}

/** A single word that is an event of another agent, or a typo of one, is not a command. */
const isAlmostEvent = (name: string): boolean => !/\s/.test(name) && suggestEvent(name) !== undefined
