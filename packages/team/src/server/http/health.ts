/** `/healthz` succeeds if the process responds, `/readyz` if the database responds too. */
import type { Hono } from 'hono'
import type { Context } from '../context.ts'
import { retryAfter } from '../rpc/errors.ts'

export function addHealthRoutes(app: Hono, { store }: Context): void {
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
