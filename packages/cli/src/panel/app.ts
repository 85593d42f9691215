/** Routes requests whose Host and Origin are already checked. It checks the token before anything else. */
import type { HttpBindings } from '@hono/node-server'
import { type Context, Hono } from 'hono'
import { writeHintsIn } from '../typed-command.ts'
import { routes } from './routes.ts'
import { errorBody, notFound, PanelFailure } from './server/failure.ts'
import { checkSite, checkToken } from './server/gate.ts'
import type { Pages } from './server/pages.ts'
import { readBody } from './server/read-body.ts'
import type { Panel, Route } from './server/route.ts'
import { safeHeaders } from './server/safe-headers.ts'

type Env = { Bindings: HttpBindings }
type WriteHints = (text: string) => string

export interface AppOptions {
  readonly panel: Panel
  readonly pages: Pages
  readonly token: string
  /** Writes the commands in hints as the person can type them. */
  readonly writeHints?: (text: string) => string
  /** Receives every error that is a bug of the panel. */
  onError(error: unknown): void
}

export function createApp({ panel, pages, token, onError, writeHints = (text) => text }: AppOptions): Hono<Env> {
  const app = new Hono<Env>()
  const isApi = (path: string) => path === '/api' || path.startsWith('/api/')
  app.use('*', async (context, next) => {
    const { method, path } = { method: context.req.raw.method, path: context.req.path }
    if (method === 'OPTIONS') throw wrongMethod('GET, POST')
    if (isApi(path)) {
      checkSite(context.env.incoming)
      checkToken(context.env.incoming, token)
    } else if (method !== 'GET' && method !== 'HEAD') throw wrongMethod('GET, HEAD')
    await next()
  })
  for (const [path, rows] of groupByPath(routes)) {
    const allow = rows.map(({ method }) => method).join(', ')
    app.all(path, async (context) => {
      const row = rows.find(({ method }) => method === context.req.raw.method)
      if (row === undefined) throw wrongMethod(allow)
      return handle(row, context, panel, writeHints)
    })
  }
  app.all('/api', () => {
    throw notFound('There is no such address.')
  })
  app.all('/api/*', () => {
    throw notFound('There is no such address.')
  })
  app.get('*', (context) => pages.answer(context.req.path, context.req.header('accept-encoding')))
  app.onError((thrown) => errorResponse(thrown, onError, writeHints))
  return app
}

async function handle(row: Route, context: Context<Env>, panel: Panel, writeHints: WriteHints): Promise<Response> {
  const body = row.method === 'POST' ? await readBody(context.req.raw) : {}
  const scene = panel.scene()
  if (row.changes?.(body) === true) checkMayChange(panel, scene.demo)
  const url = new URL(context.req.url)
  const answer = await row.answer({
    panel,
    scene,
    // True: parameters of a path are strings. Hono cannot infer their names, because the path is not a literal here.
    params: context.req.param() as Record<string, string>,
    query: url.searchParams,
    body,
    headers: context.req.raw.headers,
  })
  return answer instanceof Response ? answer : jsonResponse(writeHintsIn(answer, writeHints), 200)
}

function checkMayChange({ write }: Panel, demo: boolean): void {
  if (demo) throw new PanelFailure(403, 'demonstration', 'The demo cannot change anything. Leave the demo first.')
  if (!write)
    throw new PanelFailure(403, 'read-only', 'The panel is read-only. To change things, restart it with --write.', {
      next: 'hookline panel --write',
    })
}

/** A PanelFailure is meant for the page. Any other error goes to the terminal, and the page learns only that there was one. */
export function errorResponse(
  thrown: unknown,
  onError: (error: unknown) => void,
  writeHints: WriteHints = (text) => text,
): Response {
  if (!(thrown instanceof PanelFailure)) onError(thrown)
  const failure =
    thrown instanceof PanelFailure
      ? thrown
      : new PanelFailure(500, 'internal', 'The panel failed. Details are in the terminal where it runs.')
  const body = writeHintsIn(errorBody(failure), writeHints)
  return jsonResponse(body, failure.status, failure.allow === undefined ? {} : { allow: failure.allow })
}

const jsonResponse = (value: unknown, status: number, more: Readonly<Record<string, string>> = {}): Response =>
  new Response(JSON.stringify(value), {
    status,
    headers: { ...safeHeaders(), 'content-type': 'application/json; charset=utf-8', ...more },
  })

const wrongMethod = (allow: string): PanelFailure =>
  new PanelFailure(405, 'wrong-method', `This address accepts only ${allow.replace(', ', ' and ')}.`, { allow })

function groupByPath(all: readonly Route[]): ReadonlyMap<string, readonly Route[]> {
  const found = new Map<string, Route[]>()
  for (const row of all) found.set(row.path, [...(found.get(row.path) ?? []), row])
  return found
}
