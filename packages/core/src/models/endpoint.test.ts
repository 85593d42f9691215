import { describe, expect, test } from 'vitest'
import type { Settings } from '../flow.ts'
import { findEndpoint } from './endpoint.ts'
import type { EndpointSources } from './providers.ts'
import { modelSettings } from './settings.ts'

const from = (source: Settings['source'], models: unknown): Settings => ({
  source,
  file: `/${source}.json`,
  values: { models },
})
const user = (models: unknown) => modelSettings([from('user', models)])
const found = (spec: string | undefined, sources: Partial<EndpointSources>) => {
  const result = findEndpoint(spec, { settings: user({}), env: {}, ...sources })
  if (!result.ok) throw new Error(`${result.problem.code}: ${result.problem.message}`)
  return result.value
}
const problem = (spec: string | undefined, sources: Partial<EndpointSources>) => {
  const result = findEndpoint(spec, { settings: user({}), env: {}, ...sources })
  return result.ok ? 'none' : `${result.problem.code}: ${result.problem.message}`
}
const local = { type: 'openai-compatible', baseUrl: 'http://127.0.0.1:1/v1' }

describe('which model', () => {
  const settings = user({ default: 'local:a', providers: { local } })
  test('the one that was asked for, then the environment, then the settings', () => {
    expect(found('local:b', { settings, env: { HOOKLINE_MODEL: 'local:c' } }).name).toBe('b')
    expect(found(undefined, { settings, env: { HOOKLINE_MODEL: 'local:c' } }).name).toBe('c')
    expect(found(undefined, { settings }).name).toBe('a')
    expect(found('', { settings }).name).toBe('a')
  })
  test('the first colon parts provider and name', () => {
    expect(found('local:llama3:8b', { settings })).toMatchObject({ provider: 'local', name: 'llama3:8b' })
    expect(found('b', { settings })).toMatchObject({ provider: 'local', name: 'b' })
  })
  test.each([
    [undefined, 'no-model: no model is configured'],
    ['judge', 'no-model: the model "judge" does not name its provider'],
    ['local:', 'no-model: the model "local:" does not name its provider'],
    [':x', 'no-model: the model ":x" does not name its provider'],
    ['stranger:x', 'unknown-provider: there is no model provider stranger'],
    ['__proto__:x', 'unknown-provider: there is no model provider __proto__'],
    ['constructor:x', 'unknown-provider: there is no model provider constructor'],
  ])('%s: %s', (spec, want) => {
    expect(problem(spec, {})).toBe(want)
  })
})

describe('where', () => {
  const env = { ANTHROPIC_API_KEY: 'a', OPENAI_API_KEY: 'o' }
  test.each([
    ['anthropic:x', 'anthropic', 'https://api.anthropic.com/v1'],
    ['openai:x', 'openai', 'https://api.openai.com/v1'],
    ['openai-chat:x', 'openai-compatible', 'https://api.openai.com/v1'],
  ])('%s is there without settings', (spec, type, baseUrl) => {
    expect(found(spec, { env })).toMatchObject({ type, baseUrl })
  })
  test('flags, then the environment, then the settings; the slash at the end does not matter', () => {
    const settings = user({ providers: { anthropic: { type: 'anthropic', baseUrl: 'https://s/v1/' } } })
    const at = (sources: Partial<EndpointSources>) => found('anthropic:x', { settings, env, ...sources }).baseUrl
    expect(at({ flags: { baseUrl: 'https://f/v1' }, env: { ...env, HOOKLINE_BASE_URL: 'https://h' } })).toBe(
      'https://f/v1',
    )
    expect(at({ env: { ...env, HOOKLINE_BASE_URL: 'https://h', ANTHROPIC_BASE_URL: 'https://e' } })).toBe(
      'https://h/v1',
    )
    expect(at({ env: { ...env, ANTHROPIC_BASE_URL: 'https://e/anthropic' } })).toBe('https://e/anthropic/v1')
    expect(at({})).toBe('https://s/v1')
  })
  test('for hooks only where the settings say', () => {
    const far = { ...env, HOOKLINE_BASE_URL: 'https://h', ANTHROPIC_BASE_URL: 'https://e' }
    const flags = { baseUrl: 'https://f', apiKey: 'f' }
    expect(found('anthropic:x', { env: far, flags, asker: 'hooks' })).toMatchObject({
      baseUrl: 'https://api.anthropic.com/v1',
      apiKey: 'a',
    })
  })
  test.each([
    ['http://example.com/v1', 'unencrypted'],
    ['ftp://example.com', 'unencrypted'],
    ['nonsense', 'is not a URL'],
    ['https://bob:secret@example.com/v1', 'contains a user name or password'],
  ])('%s is refused: %s', (baseUrl, want) => {
    const reported = problem('p:x', { settings: user({ providers: { p: { ...local, baseUrl } } }) })
    expect(reported).toContain(want)
    expect(reported).not.toContain('secret')
  })
  test.each(['http://127.0.0.1:11434/v1', 'http://localhost/v1', 'http://[::1]:8/v1'])(
    '%s is this machine',
    (baseUrl) => {
      expect(found('p:x', { settings: user({ providers: { p: { ...local, baseUrl } } }) }).baseUrl).toBe(baseUrl)
    },
  )
  test('plain http elsewhere, where it is wanted', () => {
    const p = { ...local, baseUrl: 'http://10.0.0.7/v1', plainHttp: true }
    expect(found('p:x', { settings: user({ providers: { p } }) }).baseUrl).toBe('http://10.0.0.7/v1')
  })
  test('an organisation that names providers has named all that hooks may use', () => {
    const both = [
      from('user', { providers: { local, gateway: local } }),
      from('enterprise', { providers: { gateway: { ...local, baseUrl: 'https://g/v1' } } }),
    ]
    const settings = modelSettings(both)
    expect(found('gateway:x', { settings, asker: 'hooks' }).baseUrl).toBe('https://g/v1')
    expect(problem('local:x', { settings, asker: 'hooks' })).toContain('/enterprise.json names the providers')
    expect(problem('anthropic:x', { settings, asker: 'hooks', env: { ANTHROPIC_API_KEY: 'k' } })).toContain(
      'unknown-provider',
    )
    expect(found('local:x', { settings }).provider).toBe('local')
  })
})

describe('the key', () => {
  test('of a well-known variable goes to the provider of that name and to no other', () => {
    const settings = user({ providers: { local } })
    expect(found('local:x', { settings, env: { OPENAI_API_KEY: 'o' } }).apiKey).toBeUndefined()
    expect(found('openai-chat:x', { env: { OPENAI_API_KEY: 'o' } })).toMatchObject({
      apiKey: 'o',
      keyFrom: 'OPENAI_API_KEY',
    })
  })
  test('that the settings name comes first, and without it nothing is asked', () => {
    const settings = user({ providers: { openai: { type: 'openai', apiKeyEnv: 'MINE' } } })
    const env = { MINE: 'm', OPENAI_API_KEY: 'o' }
    expect(found('openai:x', { settings, env })).toMatchObject({ apiKey: 'm', keyFrom: 'MINE' })
    expect(problem('openai:x', { settings, env: { OPENAI_API_KEY: 'o' } })).toBe(
      'no-key: the provider openai has no API key: MINE is not set',
    )
  })
  test('may stand in the settings', () => {
    const settings = user({ providers: { p: { ...local, apiKey: 'in-file' } } })
    expect(found('p:x', { settings })).toMatchObject({ apiKey: 'in-file', keyFrom: 'apiKey in /user.json' })
  })
})

describe('the settings', () => {
  test('of the organisation win, of two budgets the smaller, of two memories the shorter', () => {
    const settings = modelSettings([
      from('user', {
        default: 'u:x',
        budget: { callsPerDay: 5, usdPerDay: 9 },
        cacheHours: 48,
        providers: { p: local },
      }),
      from('enterprise', { default: 'e:x', budget: { callsPerDay: 9, usdPerDay: 2 }, cacheHours: 1 }),
    ])
    expect(settings).toMatchObject({ default: 'e:x', budget: { callsPerDay: 5, usdPerDay: 2 }, cacheHours: 1 })
    expect(settings.providers.p).toMatchObject({ managed: false, file: '/user.json' })
  })
  test.each(['project', 'team', 'plugin', 'claude-user', 'inline'] as const)('of %s have no say', (source) => {
    expect(modelSettings([from(source, { default: 'p:x', providers: { p: local } })])).toMatchObject({ providers: {} })
    expect(modelSettings([from(source, { default: 'p:x' })]).default).toBeUndefined()
  })
  test('that mean nothing are left out one by one', () => {
    const { providers, budget, cacheHours } = user({
      providers: {
        a: 5,
        b: { type: 'smoke' },
        c: { ...local, prices: { input: -1, output: 1 }, contextWindow: 'large', models: 7 },
      },
      budget: { callsPerDay: -3, usdPerDay: 'much' },
      cacheHours: 'long',
      file: '/forged',
      managed: true,
    })
    expect(Object.keys(providers)).toEqual(['c'])
    expect(providers.c).toMatchObject({ models: {}, managed: false, file: '/user.json' })
    expect({ budget, cacheHours, known: [providers.c?.prices, providers.c?.contextWindow] }).toEqual({
      budget: {},
      cacheHours: 24,
      known: [undefined, undefined],
    })
  })
  test('know prices and window by model, else by provider', () => {
    const prices = { input: 1, output: 2 }
    const settings = user({
      providers: { p: { ...local, prices, models: { big: { prices: { input: 9, output: 9 }, contextWindow: 100 } } } },
    })
    expect(found('p:big', { settings })).toMatchObject({ prices: { input: 9 }, contextWindow: 100 })
    expect(found('p:other', { settings }).prices).toEqual(prices)
    expect(found('p:other', { settings }).contextWindow).toBeUndefined()
  })
})
