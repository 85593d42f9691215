import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { LINEAR_GROWTH, measureGrowth } from '../testing/cpu-time.ts'
import { mayHoldSecrets } from './patterns.ts'
import { publishedRules, redactPublished } from './published.ts'
import { keywordLines } from './published-rules.ts'
import { recordable } from './recordable.ts'
import { redactSecrets } from './redact-secrets.ts'

interface Services {
  readonly tokens: Readonly<Record<string, string>>
  readonly named: readonly string[]
  readonly harmless: readonly string[]
}
const services = JSON.parse(readFileSync(new URL('services.json', import.meta.url), 'utf8')) as Services

const lower = 'abcdefghijklmnopqrstuvwxyz'
const upper = lower.toUpperCase()
const digits = '0123456789'
const alphabets: Readonly<Record<string, string>> = {
  hex: `${digits}abcdef`,
  HEX: `${digits}ABCDEF`,
  dig: digits,
  low: lower,
  UP: upper,
  let: lower + upper,
  aln: lower + upper + digits,
  lan: lower + digits,
  UPN: upper + digits,
  url: `${lower}${upper}${digits}-_`,
  b64: `${lower}${upper}${digits}+/`,
  AGE: 'QPZRY9X8GF2TVDW0S3JN54KHCE6MUA7L',
  AWS: `${upper}234567`,
}

/** The same values in every run: a failure can be repeated. */
function filler(seed: number): (template: string) => string {
  let state = seed
  const next = (below: number): number => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0
    return Math.floor((state / 2 ** 32) * below)
  }
  // A separator at the end of a value would not belong to it.
  const text = (letters: string, length: number): string => {
    const made = Array.from({ length }, () => letters[next(letters.length)]).join('')
    return /[-_]$/.test(made) ? `${made.slice(0, -1)}7` : made
  }
  return (template) =>
    template.replace(/\{(\w+):(\d+)\}/g, (_whole, name: string, length: string) =>
      text(alphabets[name] ?? '', Number(length)),
    )
}

const rounds = [1, 2, 3, 4, 5]
const logged = (command: string): string =>
  JSON.stringify(recordable('beforeShellExecution', { command, cwd: '/w', sandbox: false }, 'full', () => 'hash').input)
const surroundings: readonly ((value: string) => string)[] = [
  (value) => value,
  (value) => `echo ${value} | pbcopy`,
  (value) => `deploy("${value}", 1)`,
  (value) => `curl 'https://api.example/x?t=${value}&page=2'`,
  (value) => `[${value},\n  other]`,
  (value) => `first\n${value}\nlast`,
]

test('there are at least 60 forms of services and 60 texts without any', () => {
  expect(Object.keys(services.tokens).length + services.named.length).toBeGreaterThanOrEqual(100)
  expect(services.harmless.length).toBeGreaterThanOrEqual(60)
})

describe('a token of a service', () => {
  test.each(Object.entries(services.tokens))('%s is hidden wherever it stands', (_name, template) => {
    for (const seed of rounds) {
      const value = filler(seed)(template)
      for (const around of surroundings) {
        const text = around(value)
        expect(redactSecrets(text).text).not.toContain(value)
        expect(redactSecrets(JSON.stringify({ text })).text).not.toContain(value)
        expect(logged(text)).not.toContain(value)
        expect(mayHoldSecrets(JSON.stringify(text))).toBe(true)
      }
    }
  })

  test.each(services.named)('is hidden after the name of its service: %s', (template) => {
    for (const seed of rounds) {
      const filled = filler(seed)(template)
      const secret = /«([^»]*)»/.exec(filled)?.[1] ?? ''
      for (const text of [filled, `${filled}\n`, `${filled}, next`].map((one) => one.replace(/[«»]/g, ''))) {
        expect(redactSecrets(text).text).not.toContain(secret)
        expect(logged(text)).not.toContain(secret)
        expect(mayHoldSecrets(JSON.stringify(text))).toBe(true)
      }
    }
  })
})

test.each(services.harmless)('%s stays as it is', (template) => {
  for (const seed of rounds) {
    const text = filler(seed)(template)
    expect(redactSecrets(text)).toEqual({ text, found: [] })
  }
})

describe('the published rules', () => {
  const rules = publishedRules()

  const keywords = keywordLines
    .trim()
    .split('\n')
    .map((line) => line.split(' '))

  test('are searched for by keywords of at least three characters in lower case', () => {
    for (const [word] of keywords) expect(word).toMatch(/^[^A-Z"\\]{3,}$/)
    expect(new Set(keywords.flatMap(([, ...at]) => at)).size).toBe(rules.length)
  })

  test('repeat nothing without a bound', () => {
    for (const { source } of rules)
      expect(source.replace(/\\./g, '').replace(/\[[^\]]*\]/g, '')).not.toMatch(/[*+]|\{\d+,\}/)
  })

  test.each(rules.map((rule, at) => [rule.id, rule, at] as const))(
    '%s takes time by the length only',
    (_id, rule, at) => {
      const [keyword = ''] = keywords.find(([, ...of]) => of.includes(String(at))) ?? []
      const begin = /^(?:\\b|\(\?:|\()*([\w.~-]{2,20})/.exec(rule.source)?.[1] ?? keyword
      for (const unit of [keyword, begin, `${keyword}=`, `${begin}-0a0a.`, `${begin} ${begin}`]) {
        const redact = (length: number) => redactPublished(unit.repeat(length / unit.length), new Set())
        expect(measureGrowth(redact, 2 ** 14)).toBeLessThan(LINEAR_GROWTH)
      }
    },
  )
})
