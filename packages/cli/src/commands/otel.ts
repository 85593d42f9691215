/** `hookline otel`: where OpenTelemetry data of this machine goes, and whether it arrives. */
import { type OtelDestination, otelStatus, shipOtel, shipWhileActive, testDestination } from '@hookline/core/otel'
import { thisPlatform } from '@hookline/core/team'
import { noSuchCommand, readFlags, UsageError } from '../flags.ts'
import { exits, type Io } from '../io.ts'
import { ownVersion } from '../machine/own-version.ts'
import { readDestinations } from '../otel/destinations.ts'
import { arrivalText, otelLabel } from '../otel/text.ts'
import { shownPath } from '../paths.ts'
import { counted } from '../text/entry-text.ts'
import { json, oneLine } from '../text/plain.ts'

export const help = `Usage: hookline otel [status | test | ship] [--json]

Shows where logs, metrics and traces of your hooks go (OpenTelemetry, OTLP over
HTTP), and whether they arrive. They go where "otel" in your own hookline.json
or in that of your organisation says, and nowhere without it. They contain
names, ids and times, and no command, prompt, path or output. See
docs/observability.md.

  status             where data goes, what was sent, lost and why (default)
  test               send one log record, one span and one metric now
  ship               send everything that waits now. Otherwise a background
                     process does this while an agent is active
  --json             { "version": 1, "ok", "destinations": [ { owner, file,
                     endpoint, signals, protocol, headers, sent, dropped,
                     rejected, waiting, sentAt, failure, … } ] }; test adds
                     "results", ship adds "shipped"

Exit codes: 0 it arrives, or nothing is configured; 1 it does not arrive; 64
wrong usage.

Example: hookline otel test
`

const options = { json: { type: 'boolean' }, 'while-active': { type: 'boolean' } } as const

export async function run(args: readonly string[], io: Io): Promise<number> {
  const { values, positionals } = readFlags(args, options, 1)
  const [action = 'status'] = positionals
  if (!Object.hasOwn(actions, action)) throw noSuchCommand('otel', action, Object.keys(actions))
  const context = { platform: thisPlatform(), env: io.env, version: ownVersion() }
  if (values['while-active'] === true) {
    if (action !== 'ship') throw new UsageError('--while-active works only with ship')
    await shipWhileActive({ ...context, readDestinations: () => readDestinations(io.env) })
    return exits.fine
  }
  const destinations = await readDestinations(io.env)
  // The line above has found the name.
  const done = await actions[action as Action](destinations, context)
  const statuses = destinations.map((destination) => otelStatus(context.platform, destination))
  const ok = done.ok && statuses.every(({ unusable, failure }) => unusable === undefined && failure === undefined)
  if (values.json === true) {
    io.stdout.write(`${json({ version: 1, ok, destinations: statuses, ...done.data })}\n`)
    return ok ? exits.fine : exits.finding
  }
  if (statuses.length === 0)
    io.stdout.write('No telemetry is sent: neither you nor your organisation has set "otel".\n')
  for (const [at, status] of statuses.entries()) {
    io.stdout.write(`${otelLabel(status)} (${oneLine(shownPath(status.file, io.cwd))})\n`)
    for (const line of done.lines[at] ?? [arrivalText(status, new Date())]) io.stdout.write(`  ${line}\n`)
  }
  return ok ? exits.fine : exits.finding
}

type Context = Parameters<typeof shipOtel>[1]
interface Done {
  readonly ok: boolean
  readonly data: object
  /** For each destination; without an entry its state is shown. */
  readonly lines: readonly (readonly string[])[]
}
type Action = 'status' | 'test' | 'ship'

const actions: Readonly<Record<Action, (to: readonly OtelDestination[], context: Context) => Promise<Done>>> = {
  status: async () => ({ ok: true, data: {}, lines: [] }),
  async test(to, context) {
    const results = await Promise.all(to.map((destination) => testDestination(destination, context)))
    return {
      ok: results.flat().every(({ failure }) => failure === undefined),
      data: { results },
      lines: results.map((list) => list.map(({ signal, failure }) => `${signal}: ${failure ?? 'arrived'}`)),
    }
  },
  async ship(to, context) {
    const shipped = []
    for (const destination of to) shipped.push(await shipOtel(destination, context))
    return {
      ok: shipped.every(({ kind }) => kind === 'sent'),
      data: { shipped },
      lines: shipped.map((one) =>
        one.kind === 'sent'
          ? [`${counted(one.events, 'event')} sent`, ...(one.rejected === undefined ? [] : [one.rejected])]
          : [one.message],
      ),
    }
  },
}
