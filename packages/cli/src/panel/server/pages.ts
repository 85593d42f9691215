/** Serves the built pages. Files are read and compressed once, and every address of a page returns the same document. */
import { randomBytes } from 'node:crypto'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, extname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { gzipSync } from 'node:zlib'
import { exits } from '../../io.ts'
import { PanelFailure } from './failure.ts'
import { safeHeaders } from './safe-headers.ts'

const NONCE = /__HOOKLINE_NONCE__/g
const COMMAND = '__HOOKLINE_COMMAND__'
const inAttribute = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;')
const types: Readonly<Record<string, string>> = {
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.woff2': 'font/woff2',
  '.json': 'application/json',
  '.txt': 'text/plain; charset=utf-8',
}
/** These formats are compressed already and do not get smaller. */
const compressedTypes = new Set(['.png', '.woff2'])

export interface Pages {
  answer(path: string, acceptEncoding: string | undefined): Response
}

interface Asset {
  readonly type: string
  readonly body: Uint8Array<ArrayBuffer>
  gzipped(): Uint8Array<ArrayBuffer> | undefined
}

/** `command` is the command of Hookline as the person can type it. */
export function openPages(command = 'hookline', directory = pagesDirectory()): Pages {
  const html = readFileSync(join(directory, 'panel.html'), 'utf8').replace(COMMAND, () => inAttribute(command))
  const assets = new Map(listFiles(directory, '').map((name) => [name, readAsset(join(directory, name))]))
  return {
    answer(path, acceptEncoding = '') {
      const asset = assets.get(path)
      if (asset !== undefined) return assetResponse(path, asset, /\bgzip\b(?!\s*;\s*q=0(\.0*)?\b)/.test(acceptEncoding))
      if (path.startsWith('/assets/')) throw new PanelFailure(404, 'not-found', `The panel has no file ${path}.`)
      return documentResponse(html)
    },
  }
}

function documentResponse(html: string): Response {
  const nonce = randomBytes(16).toString('base64url')
  return new Response(html.replace(NONCE, nonce), {
    headers: { ...safeHeaders(nonce), 'content-type': 'text/html; charset=utf-8' },
  })
}

function assetResponse(path: string, asset: Asset, mayZip: boolean): Response {
  const zipped = mayZip ? asset.gzipped() : undefined
  return new Response(zipped ?? asset.body, {
    headers: {
      ...safeHeaders(),
      'content-type': asset.type,
      vary: 'accept-encoding',
      // The name of an asset contains a hash of its content.
      ...(path.startsWith('/assets/') ? { 'cache-control': 'public, max-age=31536000, immutable' } : {}),
      ...(zipped === undefined ? {} : { 'content-encoding': 'gzip' }),
    },
  })
}

function readAsset(file: string): Asset {
  const body = new Uint8Array(readFileSync(file))
  const ending = extname(file)
  let zip: Uint8Array<ArrayBuffer> | undefined
  return {
    type: types[ending] ?? 'application/octet-stream',
    body,
    gzipped() {
      if (compressedTypes.has(ending)) return undefined
      zip ??= new Uint8Array(gzipSync(body, { level: 9 }))
      return zip
    },
  }
}

/** `/icon.svg`, `/assets/index-3f.js`: all files except the document itself. */
const listFiles = (directory: string, below: string): readonly string[] =>
  readdirSync(join(directory, below), { withFileTypes: true }).flatMap((entry) => {
    const name = `${below}/${entry.name}`
    if (entry.isDirectory()) return listFiles(directory, name)
    return entry.isFile() && name !== '/panel.html' ? [name] : []
  })

/** The directory is beside the bundle, or in the build if the program runs from its sources. */
export function pagesDirectory(): string {
  for (let at = dirname(fileURLToPath(import.meta.url)); at !== dirname(at); at = dirname(at)) {
    const found = [join(at, 'web'), join(at, 'dist/web')].find((one) => existsSync(join(one, 'panel.html')))
    if (found !== undefined) return found
  }
  const message =
    'the pages of the panel are missing. In a checkout, run: npm run build. Otherwise install Hookline again: see docs/install.md'
  // As the start of the command reports other files that are missing.
  throw Object.assign(new Error(message), { name: 'MissingFiles', exitCode: exits.usage })
}
