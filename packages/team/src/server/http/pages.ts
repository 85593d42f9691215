/** Serves the dashboard: one page with a new nonce for each of its addresses, and its files. */
import { randomBytes } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { dirname, extname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Hono } from 'hono'
import { pagePolicy } from './headers.ts'

/** The build writes this placeholder for the nonce. */
const noncePlaceholder = '__HOOKLINE_NONCE__'
const types: Readonly<Record<string, string>> = {
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.woff2': 'font/woff2',
}

/** The build creates these beside each file that gets smaller. The first one that the browser accepts is used. */
const compressions = [
  { coding: 'br', ending: '.br' },
  { coding: 'gzip', ending: '.gz' },
] as const

export function addPageRoutes(app: Hono, dir = findBuiltPages()): void {
  const file = join(dir, 'team.html')
  const page = existsSync(file) ? readFileSync(file, 'utf8') : undefined
  app.get('*', async (c) => {
    const { path } = c.req
    const asset = /^\/(?:assets\/)?[\w-][\w.-]*\.\w+$/.test(path) ? types[extname(path)] : undefined
    if (asset !== undefined) {
      const compressed = await readCompressed(join(dir, path), c.req.header('accept-encoding'))
      if (compressed === undefined) return c.text('not found\n', 404)
      const cache = path.startsWith('/assets/') ? 'public, max-age=31536000, immutable' : 'no-cache'
      const headers = { 'content-type': asset, 'cache-control': cache, vary: 'accept-encoding', ...compressed.headers }
      return c.body(compressed.body, 200, headers)
    }
    if (!/^\/[\w/-]*$/.test(path)) return c.text('not found\n', 404)
    if (page === undefined) return c.text('hookline team server: the dashboard is not built\n')
    const nonce = randomBytes(16).toString('base64')
    return c.body(page.replaceAll(noncePlaceholder, nonce), 200, {
      'content-type': 'text/html; charset=utf-8',
      'content-security-policy': pagePolicy(nonce),
    })
  })
  app.notFound((c) => c.text('not found\n', 404))
}

interface CompressedFile {
  readonly body: Uint8Array<ArrayBuffer>
  readonly headers: Readonly<Record<string, string>>
}
async function readCompressed(file: string, accepted = ''): Promise<CompressedFile | undefined> {
  const read = (path: string) =>
    readFile(path).then(
      (body) => new Uint8Array(body),
      () => undefined,
    )
  for (const { coding, ending } of compressions.filter(({ coding }) => acceptsEncoding(accepted, coding))) {
    const body = await read(file + ending)
    if (body !== undefined) return { body, headers: { 'content-encoding': coding } }
  }
  const body = await read(file)
  return body === undefined ? undefined : { body, headers: {} }
}

/** `br;q=0` means that the browser does not accept the encoding. */
function acceptsEncoding(accepted: string, coding: string): boolean {
  const preferences = accepted
    .split(',')
    .map((preference) => preference.split(';').map((part) => part.trim().toLowerCase()))
  const [, quality = 'q=1'] = preferences.find(([name]) => name === coding) ??
    preferences.find(([name]) => name === '*') ?? ['', 'q=0']
  return !/^q=0(\.0*)?$/.test(quality)
}

/** Finds the pages in this package, wherever the build puts this file. */
function findBuiltPages(): string {
  let at = dirname(fileURLToPath(import.meta.url))
  while (!existsSync(join(at, 'package.json')) && at !== dirname(at)) at = dirname(at)
  return join(at, 'dist/web')
}
