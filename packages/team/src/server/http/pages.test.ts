import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { brotliCompressSync, gzipSync } from 'node:zlib'
import { beforeAll, expect, test } from 'vitest'
import { onStore } from '../../testing/index.ts'
import { startServer } from '../index.ts'

const css = '.a { color: red }\n'.repeat(200)

onStore('sqlite', 'pages', (bench) => {
  let url = ''
  beforeAll(async () => {
    const storeOptions = await bench.preparedOptions()
    const pagesDir = join(storeOptions.dataDir, 'pages')
    mkdirSync(join(pagesDir, 'assets'), { recursive: true })
    writeFileSync(join(pagesDir, 'team.html'), '<meta property="csp-nonce" nonce="__HOOKLINE_NONCE__"><p>the dashboard')
    writeFileSync(join(pagesDir, 'assets/main-1a2b.js'), 'void 0')
    writeFileSync(join(pagesDir, 'assets/big-3c4d.css'), css)
    writeFileSync(join(pagesDir, 'assets/big-3c4d.css.br'), brotliCompressSync(css))
    writeFileSync(join(pagesDir, 'assets/big-3c4d.css.gz'), gzipSync(css))
    const server = await startServer({ ...storeOptions, pagesDir })
    bench.undo(() => server.close())
    url = server.url
  })

  test.each(['/', '/accept', '/hooks/3', '/members'])('%s serves the page with a new nonce', async (path) => {
    const [first, second] = await Promise.all([fetch(url + path), fetch(url + path)])
    const nonceOf = async (response: Response) => /nonce="([\w+/=]{24})"/.exec(await response.text())?.[1]
    const [one, two] = [await nonceOf(first), await nonceOf(second)]
    expect(one).not.toBe(two)
    expect(first.headers.get('content-security-policy')).toContain(`style-src 'self' 'nonce-${one}'`)
    expect(first.headers.get('content-security-policy')).not.toContain('unsafe')
    expect(first.headers.get('cache-control')).toBe('no-store')
  })

  test('files of the page have a content type and can be cached', async () => {
    const response = await fetch(`${url}/assets/main-1a2b.js`)
    expect([response.status, response.headers.get('content-type'), response.headers.get('cache-control')]).toEqual([
      200,
      'text/javascript; charset=utf-8',
      'public, max-age=31536000, immutable',
    ])
  })

  test.each([
    ['gzip, deflate, br, zstd', 'br'],
    ['GZIP;q=0.8', 'gzip'],
    ['br;q=0, gzip', 'gzip'],
    ['br; q=0.000, *;q=0.5', 'gzip'],
    ['*', 'br'],
    ['identity', null],
    ['brotli, xgzip', null],
    ['*;q=0', null],
    ['gzip;q=0, br;q=0.0', null],
    ['', null],
  ])('a browser that accepts "%s" gets %s and the same content', async (accepted, coding) => {
    const response = await fetch(`${url}/assets/big-3c4d.css`, { headers: { 'accept-encoding': accepted } })
    const { headers } = response
    expect([headers.get('content-encoding'), headers.get('vary'), headers.get('content-type')]).toEqual([
      coding,
      'accept-encoding',
      'text/css; charset=utf-8',
    ])
    if (coding !== null) expect(Number(headers.get('content-length'))).toBeLessThan(css.length / 4)
    expect(await response.text()).toBe(css)
  })

  test('a file without a compressed version is sent unchanged', async () => {
    const response = await fetch(`${url}/assets/main-1a2b.js`, { headers: { 'accept-encoding': 'br, gzip' } })
    expect([response.headers.get('content-encoding'), await response.text()]).toEqual([null, 'void 0'])
  })

  test.each([
    '/assets/missing.js',
    '/assets/big-3c4d.css.br',
    '/team.html',
    '/../master.key',
    '/assets/..%2f..%2fmaster.key',
    '/assets/%2e%2e/%2e%2e/master.key',
    '/assets/..\\..\\hookline.db',
    '/.well-known/x.js',
  ])('%s is not found', async (path) => {
    const response = await fetch(url + path)
    expect([response.status, await response.text()]).toEqual([404, 'not found\n'])
  })

  test('methods other than GET are refused', async () => {
    expect((await fetch(url, { method: 'POST' })).status).toBe(404)
    expect((await fetch(url, { method: 'DELETE' })).status).toBe(404)
  })
})
