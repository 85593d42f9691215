/** `hookline run`: the entry agents call. One event on stdin, one JSON object on stdout. */

import { dialects, hostNames } from '@hookline/core/dialects'
import { UsageError } from '../flags.ts'
import { exits, type Io, type LastWords } from '../io.ts'
import { shipLater } from '../otel/ship-later.ts'
import { rootMarksText } from '../paths.ts'
import { answer } from '../run/answer.ts'
import { readRunOptions, toOutput } from '../run/options.ts'
import { printAnswer } from '../run/print-answer.ts'
import { isTerminal, readStdin } from '../run/read-stdin.ts'
import { usualHost } from '../run/sender.ts'
import { createWatchdog, type Watchdog } from '../run/watchdog.ts'
import { syncLater } from '../team/client/sync-later.ts'

/** Six names on a line. */
const hostLines = hostNames
  .map((name, at) => (at % 6 === 0 ? `\n${' '.repeat(21)}${name}` : ` ${name}`))
  .join('')
  .slice(1)

export const help = `Usage: hookline run [--host <agent>] [options]

The command that agents call. Reads one event as JSON from stdin in the agent's
format, runs the hooks, and prints the decision as one JSON object in the same
format. The workspace is found from the paths that the event names: it is the
nearest parent with ${rootMarksText}.

  --host <agent>     the agent that calls:
${hostLines}
                     without it, the agent is recognised by its payload if that
                     is certain
  --installed        for a command in an agent's own settings (hookline connect
                     writes it): hooks that this agent runs by itself are not
                     run again, and other agents that read the same settings are
                     answered in their format
  --from <level>     whose settings these are: user or project. If your own
                     settings call Hookline for the same event, the call of the
                     project prints {}
  --edition <e>      2.3, 2.4, 3 or hookline (default)

Exit codes: 0 for every decision; 2 with a refusal when the payload cannot be
read, or when Hookline itself fails at a gate that fails closed; 64 wrong usage.

Example: echo '{"hook_event_name":"beforeShellExecution","command":"ls"}' |
  hookline run --host ${hostNames[0]}
`

/**
 * Characters from which the event is watched. Below, what packs and rules do is bounded by the
 * clock around each of their calls, and nothing else grows with the text.
 */
const WATCHED_FROM = 16 * 1024

export async function run(args: readonly string[], io: Io): Promise<number> {
  const { lost, background, ...options } = readRunOptions(args)
  if (background !== undefined) return (await import('../run/background.ts')).runHandedOver(background, io)
  if (isTerminal(io)) throw new UsageError('the event is read from stdin, and stdin is a terminal')
  const payload = await payloadOf(io)
  const ended = 'Hookline ended before it could answer'
  const { host = usualHost() } = options
  io.lastWords?.(
    toOutput({
      stdout: host.refuse(ended, ended),
      exitCode: exits.refused,
      says: ended,
      ...(host.print === undefined ? {} : { print: host.print }),
    }),
  )
  let watchdog: Watchdog | undefined
  let reportLate: (words: LastWords) => void = () => {}
  const late = new Promise<LastWords>((resolve) => {
    reportLate = resolve
  })
  const given = answer(payload, {
    ...options,
    ...(lost === undefined ? {} : await (await import('../run/lost.ts')).lostOptions(lost)),
    others: () => hostNames.flatMap((name) => dialects[name] ?? []),
    cwd: io.cwd,
    env: io.env,
    findSignal: () => io.signal,
    elapsedMs: () => process.uptime() * 1000,
    watch: (late, afterMs) => {
      if ((payload?.length ?? 0) < WATCHED_FROM) return undefined
      watchdog = createWatchdog(toOutput(late), afterMs, reportLate)
      return watchdog.begin()
    },
    onEvent: (words) => io.lastWords?.(words && toOutput(words)),
  })
  const words = await Promise.race([given.then(toOutput), late])
  // The watchdog is writing its answer, and ends this process.
  if (watchdog?.end() === false) await new Promise(() => setInterval(() => {}, 1_000))
  const exitCode = printAnswer(io, words)
  // What follows cannot change the answer.
  io.lastWords?.({ stdout: '', stderr: '', exitCode })
  syncLater(io.env)
  shipLater(io.env)
  return exitCode
}

/** What cannot be read is undefined, and the reason is found by the reader. */
async function payloadOf(io: Io): Promise<string | undefined> {
  try {
    return await readStdin(io)
  } catch {
    return undefined
  }
}
