import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { PanelFailure } from './failure.ts'
import { openPages, pagesDirectory } from './pages.ts'

const pages = openPages()
const script = readdirSync(join(pagesDirectory(), 'assets')).find((name) => name.endsWith('.js'))

test('every address of a page returns the document, with a new nonce each time', async () => {
  const seen = new Set<string>()
  for (const path of ['/', '/hooks', '/log/x', '/no/such/page', '/panel.html']) {
    const answer = pages.answer(path, undefined)
    const [, nonce = ''] = /'nonce-([\w-]{22})'/.exec(answer.headers.get('content-security-policy') ?? '') ?? []
    const text = await answer.text()
    expect([answer.headers.get('content-type'), answer.headers.get('cache-control')]).toEqual([
      'text/html; charset=utf-8',
      'no-store',
    ])
    expect(text).toContain(nonce)
    expect(text).not.toContain('__HOOKLINE_NONCE__')
    seen.add(nonce)
  }
  expect(seen.size).toBe(5)
})

test('the policy allows scripts only from this server, and inline styles only with the nonce', () => {
  const policy = pages.answer('/', undefined).headers.get('content-security-policy')
  expect(policy?.replace(/nonce-[\w-]+/, 'nonce-x')).toBe(
    "default-src 'none'; script-src 'self'; style-src 'self' 'nonce-x'; img-src 'self'; font-src 'self'; connect-src 'self'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'",
  )
})

test('an asset may be cached for ever, and is compressed for clients that accept gzip', async () => {
  const whole = pages.answer(`/assets/${script}`, undefined)
  const zipped = pages.answer(`/assets/${script}`, 'br, gzip')
  const refused = pages.answer(`/assets/${script}`, 'gzip;q=0, br')
  expect(whole.headers.get('cache-control')).toContain('immutable')
  expect(whole.headers.get('content-type')).toBe('text/javascript; charset=utf-8')
  const encodings = [whole, zipped, refused].map(({ headers }) => headers.get('content-encoding'))
  expect(encodings).toEqual([null, 'gzip', null])
  const stream = zipped.body?.pipeThrough(new DecompressionStream('gzip'))
  expect(await new Response(stream).text()).toBe(await whole.text())
})

test('an unknown asset is not searched on the disk', () => {
  expect(() => pages.answer('/assets/../../package.json', undefined)).toThrow(PanelFailure)
})

test('the document names the command as the person can type it', async () => {
  const text = await openPages('"a" & <b>').answer('/', undefined).text()
  expect(text).toContain('content="&quot;a&quot; &amp; &lt;b>"')
  expect(text).not.toContain('__HOOKLINE_COMMAND__')
})
