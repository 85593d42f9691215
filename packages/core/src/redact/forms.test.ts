import { readFileSync } from 'node:fs'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { LINEAR_GROWTH, measureGrowth } from '../testing/cpu-time.ts'
import { mayHoldSecrets } from './patterns.ts'
import { recordable } from './recordable.ts'
import { redactSecrets } from './redact-secrets.ts'

interface Forms {
  readonly secrets: Readonly<Record<string, readonly string[]>>
  readonly harmless: readonly string[]
}
const { secrets, harmless } = JSON.parse(readFileSync(new URL('forms.json', import.meta.url), 'utf8')) as Forms

const forms = Object.values(secrets)
  .flat()
  .map((form) => form.replaceAll('•', ''))
  .map((form) => ({ text: form.replace(/[«»]/g, ''), secret: /«([^»]*)»/.exec(form)?.[1] ?? '' }))
const fileForms = new Set((secrets.files ?? []).map((form) => form.replace(/[«»•]/g, '')))
const hash = () => 'hash'
const logged = (command: string): string =>
  JSON.stringify(recordable('beforeShellExecution', { command, cwd: '/w', sandbox: false }, 'full', hash).input)

describe('a secret', () => {
  test('has at least 120 forms here, beside 80 texts without one', () => {
    expect(forms.length).toBeGreaterThanOrEqual(120)
    expect(harmless.length).toBeGreaterThanOrEqual(80)
    expect(forms.every(({ secret }) => secret.length > 5)).toBe(true)
  })

  test.each(forms)('does not stay in $text', ({ text, secret }) => {
    expect(redactSecrets(text).text).not.toContain(secret)
    expect(logged(text)).not.toContain(secret)
    // The quick look at the whole record finds it too, or the record would be written as it is.
    expect(mayHoldSecrets(JSON.stringify(text))).toBe(true)
  })

  test('does not stay wherever the form stands', () => {
    const around = fc.constantFrom('', 'ls -la\n', 'cd /work && ', 'true; ', 'first line\nsecond line\n', '# note\n')
    const after = fc.constantFrom('', '\nls', ' && ls', '; true', ' # done', '\r\nnext')
    fc.assert(
      fc.property(fc.constantFrom(...forms), around, after, ({ text, secret }, before, end) => {
        // Files and log lines have no other command after them.
        const isLine = / = |: /.test(text) || fileForms.has(text)
        const rest = isLine && !/^[\r\n]/.test(end) ? '' : end
        const whole = text.startsWith('{') || text.startsWith('-----') ? text : `${before}${text}${rest}`
        expect(redactSecrets(whole).text).not.toContain(secret)
        expect(redactSecrets(JSON.stringify({ command: whole })).text).not.toContain(secret)
        expect(logged(whole)).not.toContain(secret)
      }),
      { numRuns: 2000 },
    )
  })
})

test.each(harmless)('%s stays as it is', (text) => {
  expect(redactSecrets(text)).toEqual({ text, found: [] })
})

test.each(['echo a|', 'docker login ', 'curl -u ', 'set a.b ', '-apass ', 'login x password ', 'a:5432:b:', 'A_KEY='])(
  'time grows with the length only: %j',
  (unit) => {
    const redact = (length: number) => redactSecrets(unit.repeat(length / unit.length))
    expect(measureGrowth(redact, 2 ** 19)).toBeLessThan(LINEAR_GROWTH)
  },
)
