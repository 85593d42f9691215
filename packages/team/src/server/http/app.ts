/** Who answers a request: the direct ones, then the services, then pages and files. */
import { getRequestListener } from '@hono/node-server'
import { Hono } from 'hono'
import type { Context } from '../context.ts'
import { repository } from '../poll/repository.ts'
import { sync } from '../poll/sync.ts'
import { services } from '../rpc/index.ts'
import { bodyKinds } from './bodies.ts'
import { setSecurityHeaders } from './headers.ts'
import { health } from './health.ts'
import type { Direct, NodeHandler, NodeRequest, NodeResponse } from './node-handler.ts'
import { isForeign } from './origin.ts'
import { pages } from './pages.ts'
import { rpc } from './rpc.ts'

export interface AppOptions {
  /** Where the dashboard's built files are; default: where the build puts them. */
  readonly pagesDir?: string | undefined
}

export function createApp(context: Context, options: AppOptions): NodeHandler {
  const files = new Hono()
  health(files, context)
  pages(files, options.pagesDir)
  const fallback = getRequestListener(files.fetch, { overrideGlobalObjects: false })
  const poll = sync(context)
  const first: readonly Direct[] = [repository(context), rpc(services(context), context)]
  return (request, response) => {
    // A machine's, with its proof: what follows is about browsers and large bodies.
    if (poll(request, response)) return
    setSecurityHeaders(response, context)
    if (Number(request.headers['content-length'] ?? 0) > bodyKinds.script.bytes)
      return refuse(request, response, 413, `a request has at most ${bodyKinds.script.bytes} bytes`)
    if (isForeign(request, context)) return refuse(request, response, 403, 'this request comes from another site')
    if (!first.some((one) => one(request, response))) fallback(request as never, response as never)
  }
}

/** The body that nobody will read is not waited for. */
function refuse(request: NodeRequest, response: NodeResponse, status: number, message: string): void {
  if (request.httpVersionMajor === 1) response.setHeader('connection', 'close')
  response.writeHead(status, { 'content-type': 'text/plain; charset=utf-8' })
  response.end(`${message}\n`, () => request.destroy())
}
