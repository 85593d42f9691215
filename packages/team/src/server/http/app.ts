/** Routes a request: first to the direct handlers, then to the services, then to pages and files. */
import { getRequestListener } from '@hono/node-server'
import { Hono } from 'hono'
import type { Context } from '../context.ts'
import { createRepositoryHandler } from '../poll/repository.ts'
import { createPollHandler } from '../poll/sync.ts'
import { createServices } from '../rpc/index.ts'
import { bodyKinds } from './bodies.ts'
import { setSecurityHeaders } from './headers.ts'
import { addHealthRoutes } from './health.ts'
import type { DirectHandler, NodeHandler, NodeRequest, NodeResponse } from './node-handler.ts'
import { isForeign } from './origin.ts'
import { addPageRoutes } from './pages.ts'
import { createRpcHandler } from './rpc.ts'

export interface AppOptions {
  /** The directory of the built dashboard. Default: the output directory of the build. */
  readonly pagesDir?: string | undefined
}

export function createApp(context: Context, options: AppOptions): NodeHandler {
  const files = new Hono()
  addHealthRoutes(files, context)
  addPageRoutes(files, options.pagesDir)
  const fallback = getRequestListener(files.fetch, { overrideGlobalObjects: false })
  const poll = createPollHandler(context)
  const handlers: readonly DirectHandler[] = [
    createRepositoryHandler(context),
    createRpcHandler(createServices(context), context),
  ]
  return (request, response) => {
    // Polls come from machines with a proof. The checks below are for browsers and large bodies.
    if (poll(request, response)) return
    setSecurityHeaders(response, context)
    if (Number(request.headers['content-length'] ?? 0) > bodyKinds.script.bytes)
      return refuse(
        request,
        response,
        413,
        `the request body is larger than the limit of ${bodyKinds.script.bytes} bytes`,
      )
    if (isForeign(request, context)) return refuse(request, response, 403, 'this request comes from another site')
    if (!handlers.some((handle) => handle(request, response))) fallback(request as never, response as never)
  }
}

/** Does not wait for the body, because it will not be read. */
function refuse(request: NodeRequest, response: NodeResponse, status: number, message: string): void {
  if (request.httpVersionMajor === 1) response.setHeader('connection', 'close')
  response.writeHead(status, { 'content-type': 'text/plain; charset=utf-8' })
  response.end(`${message}\n`, () => request.destroy())
}
