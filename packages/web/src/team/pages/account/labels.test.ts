import { expect, it } from 'vitest'
import { describeUserAgent } from './labels.ts'

it.each([
  ['Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0', 'Firefox on Linux'],
  ['Mozilla/5.0 (Windows NT 10.0) AppleWebKit/537.36 (KHTML) Chrome/140.0 Safari/537.36 Edg/140.0', 'Edge on Windows'],
  ['Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15) AppleWebKit/605 (KHTML) Version/18 Safari/605', 'Safari on macOS'],
  ['Mozilla/5.0 (Linux; Android 15) AppleWebKit/537.36 (KHTML) Chrome/140.0 Mobile Safari/537.36', 'Chrome on Android'],
  ['node', 'hookline'],
  ['curl/8.5', 'curl/8.5'],
  ['', 'Unknown program'],
  ['x'.repeat(300), `${'x'.repeat(60)}…`],
])('%s is %s', (agent, label) => {
  expect(describeUserAgent(agent)).toBe(label)
})
