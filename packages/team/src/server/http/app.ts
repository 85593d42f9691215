/** Routes a request: first to the direct handlers, then to the services, then to pages and files. */
import { getRequestListener } from '@hono/node-server'
import { Hono } from 'hono'
import type { Context } from '../context.ts'
import { retryAfter } from '../rpc/errors.ts'
import { createServices } from '../rpc/index.ts'
import { bodyKinds } from './bodies/bodies.ts'
import { createExportHandler } from './export.ts'
import { setSecurityHeaders } from './headers.ts'
import { collectMetrics, createMetricsHandler } from './metrics.ts'
import type { DirectHandler, NodeHandler, NodeRequest, NodeResponse } from './node-handler.ts'
import { addPageRoutes } from './pages.ts'
import { createRepositoryHandler } from './repository.ts'
import { createRequestCounter } from './request-counter.ts'
import { createRpcHandler } from './rpc.ts'
import { createScimHandler } from './scim.ts'
import { createSignInHandler } from './sign-in.ts'
import { createTimestampHandler } from './timestamp.ts'

export interface AppOptions {
  /** The directory of the built dashboard. Default: the output directory of the build. */
  readonly pagesDir?: string | undefined
}

export function createApp(context: Context, options: AppOptions): NodeHandler {
  const files = new Hono()
  addHealthRoutes(files, context)
  addPageRoutes(files, options.pagesDir)
  const fallback = getRequestListener(files.fetch, { overrideGlobalObjects: false })
  const timestamp = createTimestampHandler(context)
  const { telemetry } = context
  const counter = createRequestCounter(telemetry?.noteRequest)
  telemetry?.provideMetrics(() => collectMetrics(context, counter))
  const handlers: readonly DirectHandler[] = [
    createRepositoryHandler(context),
    createMetricsHandler(context, counter),
    createSignInHandler(context),
    createScimHandler(context),
    createExportHandler(context),
    createRpcHandler(createServices(context), context),
  ]
  return (request, response) => {
    // Machines poll this file. The checks below are for browsers and large bodies.
    if (timestamp(request, response)) return counter.countPoll()
    counter.watch(request, response)
    setSecurityHeaders(response, context)
    if (Number(request.headers['content-length'] ?? 0) > bodyKinds.script.bytes)
      return refuse(
        request,
        response,
        413,
        `the request body is larger than the limit of ${bodyKinds.script.bytes} bytes`,
      )
    if (isForeign(request, context)) return refuse(request, response, 403, 'this request comes from another site')
    if (!handlers.some((handle) => handle(request, response))) fallback(request, response)
  }
}

/** Does not wait for the body, because it will not be read. */
function refuse(request: NodeRequest, response: NodeResponse, status: number, message: string): void {
  if (request.httpVersionMajor === 1) response.setHeader('connection', 'close')
  response.writeHead(status, { 'content-type': 'text/plain; charset=utf-8' })
  response.end(`${message}\n`, () => request.destroy())
}

/** `/healthz` succeeds if the process responds, `/readyz` if the database responds too. */
function addHealthRoutes(app: Hono, { store }: Context): void {
  app.get('/healthz', (c) => c.text('ok\n'))
  app.get('/readyz', async (c) => {
    try {
      await store.ping()
      return c.text('ok\n')
    } catch {
      return c.text('the database is unavailable\n', 503, { 'retry-after': String(retryAfter) })
    }
  })
}

/** Checks the origin that a browser sends: only our own pages may send requests that change something. */
function isForeign({ headers, method }: NodeRequest, context: Context): boolean {
  if (method === 'GET' || method === 'HEAD') return false
  const site = headers['sec-fetch-site']
  if (site !== undefined && site !== 'same-origin' && site !== 'none') return true
  const { origin } = headers
  if (origin === undefined) return false
  const own = headers.host ?? headers[':authority']
  return origin !== context.publicUrl() && origin !== `http://${own}` && origin !== `https://${own}`
}
