/** Counts requests by what was asked for and how it ended, for `/metrics`. */
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

const routeOf = (path: string): string => routes.find(([, pattern]) => pattern.test(path))?.[0] ?? 'pages'

export function createRequestCounter(): RequestCounter {
  let polls = 0
  const byRoute = new Map<string, number>()
  const secondsByRoute = new Map<string, number>()
  const add = (map: Map<string, number>, key: string, amount: number) => map.set(key, (map.get(key) ?? 0) + amount)
  return {
    countPoll() {
      polls += 1
    },
    watch(request, response) {
      const begun = performance.now()
      const route = routeOf(pathOf(request))
      response.once('close', () => {
        add(byRoute, `${route} ${response.statusCode}`, 1)
        add(secondsByRoute, route, (performance.now() - begun) / 1000)
      })
    },
    read: () => ({ polls, byRoute, secondsByRoute }),
  }
}
