/** The built pages: read once, compressed once. Every address of a page answers the same document. */
import { randomBytes } from 'node:crypto'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, extname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { gzipSync } from 'node:zlib'
import { PanelFailure } from './failure.ts'
import { safeHeaders } from './safe-headers.ts'

const NONCE = /__HOOKLINE_NONCE__/g
const types: Readonly<Record<string, string>> = {
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.woff2': 'font/woff2',
  '.json': 'application/json',
  '.txt': 'text/plain; charset=utf-8',
}
/** What is compressed already does not get smaller. */
const packed = new Set(['.png', '.woff2'])

export interface Pages {
  answer(path: string, acceptEncoding: string | undefined): Response
}

interface Asset {
  readonly type: string
  readonly body: Uint8Array<ArrayBuffer>
  zipped(): Uint8Array<ArrayBuffer> | undefined
}

export function openPages(directory = pagesDirectory()): Pages {
  const html = readFileSync(join(directory, 'panel.html'), 'utf8')
  const assets = new Map(filesOf(directory, '').map((name) => [name, assetOf(join(directory, name))]))
  return {
    answer(path, acceptEncoding = '') {
      const asset = assets.get(path)
      if (asset !== undefined) return assetAnswer(path, asset, /\bgzip\b(?!\s*;\s*q=0(\.0*)?\b)/.test(acceptEncoding))
      if (path.startsWith('/assets/')) throw new PanelFailure(404, 'not-found', 'There is no such file.')
      return documentAnswer(html)
    },
  }
}

function documentAnswer(html: string): Response {
  const nonce = randomBytes(16).toString('base64url')
  return new Response(html.replace(NONCE, nonce), {
    headers: { ...safeHeaders(nonce), 'content-type': 'text/html; charset=utf-8' },
  })
}

function assetAnswer(path: string, asset: Asset, mayZip: boolean): Response {
  const zipped = mayZip ? asset.zipped() : undefined
  return new Response(zipped ?? asset.body, {
    headers: {
      ...safeHeaders(),
      'content-type': asset.type,
      vary: 'accept-encoding',
      // Their names change with what is in them.
      ...(path.startsWith('/assets/') ? { 'cache-control': 'public, max-age=31536000, immutable' } : {}),
      ...(zipped === undefined ? {} : { 'content-encoding': 'gzip' }),
    },
  })
}

function assetOf(file: string): Asset {
  const body = new Uint8Array(readFileSync(file))
  const ending = extname(file)
  let zip: Uint8Array<ArrayBuffer> | undefined
  return {
    type: types[ending] ?? 'application/octet-stream',
    body,
    zipped() {
      if (packed.has(ending)) return undefined
      zip ??= new Uint8Array(gzipSync(body, { level: 9 }))
      return zip
    },
  }
}

/** `/icon.svg`, `/assets/index-3f.js`: all but the document itself. */
const filesOf = (directory: string, below: string): readonly string[] =>
  readdirSync(join(directory, below), { withFileTypes: true }).flatMap((entry) => {
    const name = `${below}/${entry.name}`
    if (entry.isDirectory()) return filesOf(directory, name)
    return entry.isFile() && name !== '/panel.html' ? [name] : []
  })

/** Beside the bundle, or where a run from the sources finds the build. */
export function pagesDirectory(): string {
  for (let at = dirname(fileURLToPath(import.meta.url)); at !== dirname(at); at = dirname(at)) {
    const found = [join(at, 'web'), join(at, 'dist/web')].find((one) => existsSync(join(one, 'panel.html')))
    if (found !== undefined) return found
  }
  throw new Error('the pages of the panel are not built: npm run build')
}
