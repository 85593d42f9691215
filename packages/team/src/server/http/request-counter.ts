/** Counts requests by what was asked for and how it ended, for `/metrics`. */
import type { RequestFacts } from '../telemetry/index.ts'
import type { NodeRequest, NodeResponse } from './node-handler.ts'
import { pathOf } from './node-handler.ts'

interface RequestCounts {
  readonly polls: number
  /** By route and status: `rpc 200`. */
  readonly byRoute: ReadonlyMap<string, number>
  readonly secondsByRoute: ReadonlyMap<string, number>
}
export interface RequestCounter {
  /** A poll takes microseconds, so it is only counted. */
  countPoll(): void
  watch(request: NodeRequest, response: NodeResponse): void
  read(): RequestCounts
}

/** Few names, whatever strangers ask for. */
const routes = [
  ['rpc', /^\/hookline\.team\.v1\./],
  ['repository', /^\/repo\//],
  ['scim', /^\/scim\//],
  ['sign-in', /^\/sign-in\//],
  ['assets', /^\/assets\//],
  ['health', /^\/(?:healthz|readyz|metrics)$/],
] as const

/** Few names, as the conventions ask for. */
const methodOf = ({ method = '' }: NodeRequest): string =>
  /^(?:GET|HEAD|POST|PUT|PATCH|DELETE|OPTIONS)$/.test(method) ? method : '_OTHER'

const routeOf = (path: string): string => routes.find(([, pattern]) => pattern.test(path))?.[0] ?? 'pages'

/** `onEnd` gets every request that is not a poll. */
export function createRequestCounter(onEnd?: (request: RequestFacts) => void): RequestCounter {
  let polls = 0
  const byRoute = new Map<string, number>()
  const secondsByRoute = new Map<string, number>()
  const add = (map: Map<string, number>, key: string, amount: number) => map.set(key, (map.get(key) ?? 0) + amount)
  return {
    countPoll() {
      polls += 1
    },
    watch(request, response) {
      const [begun, startedAt] = [performance.now(), Date.now()]
      const route = routeOf(pathOf(request))
      response.once('close', () => {
        const ms = performance.now() - begun
        add(byRoute, `${route} ${response.statusCode}`, 1)
        add(secondsByRoute, route, ms / 1000)
        const { traceparent } = request.headers
        onEnd?.({
          ...{ method: methodOf(request), route, status: response.statusCode, startedAt, endedAt: startedAt + ms },
          traceparent: typeof traceparent === 'string' ? traceparent : undefined,
        })
      })
    },
    read: () => ({ polls, byRoute, secondsByRoute }),
  }
}
