/** `/metrics` in the text format of Prometheus, for callers with the operator's token. */
import { timingSafeEqual } from 'node:crypto'
import { coverageStates } from '../../wire/coverage.ts'
import type { Context } from '../context.ts'
import { readBearerToken } from '../devices/prove.ts'
import { hashOf } from '../secrets.ts'
import type { Query } from '../store/index.ts'
import type { ServerMetric } from '../telemetry/index.ts'
import { type DirectHandler, pathOf } from './node-handler.ts'
import type { RequestCounter } from './request-counter.ts'

export function createMetricsHandler(context: Context, counter: RequestCounter): DirectHandler {
  const { metricsToken } = context
  return (request, response) => {
    if (pathOf(request) !== '/metrics') return false
    const send = (status: number, text: string) => {
      response.writeHead(status, { 'content-type': 'text/plain; version=0.0.4; charset=utf-8' })
      response.end(text)
    }
    if (metricsToken === undefined || request.method !== 'GET') send(404, 'not found\n')
    else if (!isToken(request.headers.authorization, metricsToken)) send(401, 'this needs the token of the operator\n')
    else
      readMetrics(context, counter).then(
        (text) => send(200, text),
        (thrown: unknown) => {
          context.log(`metrics: ${String(thrown)}`)
          send(500, 'the metrics cannot be read\n')
        },
      )
    return true
  }
}

function isToken(authorization: string | undefined, token: string): boolean {
  const given = hashOf(readBearerToken(authorization) ?? '')
  return timingSafeEqual(Buffer.from(given), Buffer.from(hashOf(token)))
}

type Sample = readonly [labels: Readonly<Record<string, string>>, value: number]
type Metric = ServerMetric

const metric = (name: string, type: Metric['type'], help: string, samples: readonly Sample[]): Metric => ({
  name: `hookline_${name}`,
  type,
  help,
  samples,
})

/** The values of labels here are our own names, so they need no escapes. */
const formatMetric = ({ name, type, help, samples }: Metric): string =>
  [`# HELP ${name} ${help}`, `# TYPE ${name} ${type}`, ...samples.map((sample) => formatSample(name, sample)), ''].join(
    '\n',
  )

function formatSample(name: string, [labels, value]: Sample): string {
  const text = Object.entries(labels).map(([key, label]) => `${key}="${label}"`)
  return `${name}${text.length === 0 ? '' : `{${text.join(',')}}`} ${value}`
}

const readMetrics = async (context: Context, counter: RequestCounter): Promise<string> =>
  (await collectMetrics(context, counter)).map(formatMetric).join('')

export async function collectMetrics(context: Context, counter: RequestCounter): Promise<readonly ServerMetric[]> {
  const stored = await readStored(context)
  const database = metric('database_up', 'gauge', 'Whether the database answers.', [[{}, stored === undefined ? 0 : 1]])
  return [...processMetrics(context, counter), database, ...(stored ?? [])]
}

function processMetrics({ startedAt }: Context, counter: RequestCounter): readonly Metric[] {
  const { polls, byRoute, secondsByRoute } = counter.read()
  const requests = [...byRoute].map(([key, count]): Sample => {
    const [route = '', status = ''] = key.split(' ')
    return [{ route, status }, count]
  })
  return [
    metric('start_time_seconds', 'gauge', 'When this server started.', [[{}, Math.round(startedAt / 1000)]]),
    metric('memory_bytes', 'gauge', 'Memory of this server.', [[{}, process.memoryUsage.rss()]]),
    metric('polls_total', 'counter', 'Polls of machines that this server answered. A cache before it answers others.', [
      [{}, polls],
    ]),
    metric('requests_total', 'counter', 'Other requests by route and status.', requests),
    metric(
      'request_seconds_total',
      'counter',
      'Time spent on other requests.',
      [...secondsByRoute].map(([route, seconds]): Sample => [{ route }, Math.round(seconds * 1000) / 1000]),
    ),
  ]
}

/** Undefined while the database is unavailable. */
async function readStored({ store, now }: Context): Promise<readonly Metric[] | undefined> {
  try {
    return await store.acrossTeams((q) => countStored(q, now()))
  } catch (thrown) {
    if (store.isUnavailable(thrown)) return undefined
    throw thrown
  }
}

async function countStored(q: Query, now: number): Promise<readonly Metric[]> {
  const teams = await q
    .selectFrom('teams')
    .select(({ fn }) => fn.countAll<number>().as('n'))
    .executeTakeFirstOrThrow()
  const coverage = await q
    .selectFrom('devices')
    .select(({ fn }) => ['coverage', fn.countAll<number>().as('n')])
    .where('revoked_at', 'is', null)
    .groupBy('coverage')
    .execute()
  const alarms = await q
    .selectFrom('alarms')
    .select(({ fn }) => fn.countAll<number>().as('n'))
    .where('resolved_at', '=', 0)
    .executeTakeFirstOrThrow()
  const waiting = await q
    .selectFrom('deliveries')
    .select(({ fn }) => [fn.countAll<number>().as('n'), fn.min('created_at').as('oldest')])
    .where('done_at', '=', 0)
    .executeTakeFirstOrThrow()
  const byState = new Map(coverage.map(({ coverage: state, n }) => [state, n]))
  const oldest = waiting.n === 0 ? 0 : Math.max(0, now - Number(waiting.oldest)) / 1000
  return [
    metric('teams', 'gauge', 'Teams on this server.', [[{}, teams.n]]),
    metric(
      'devices',
      'gauge',
      'Machines that are not revoked, by coverage.',
      coverageStates.map((state): Sample => [{ coverage: state }, byState.get(state) ?? 0]),
    ),
    metric('open_alarms', 'gauge', 'Alarms about machines that no longer guard or report.', [[{}, alarms.n]]),
    metric('messages_waiting', 'gauge', 'Messages about alarms that wait to be sent.', [[{}, waiting.n]]),
    metric('messages_oldest_seconds', 'gauge', 'Age of the oldest message that waits.', [[{}, oldest]]),
  ]
}
