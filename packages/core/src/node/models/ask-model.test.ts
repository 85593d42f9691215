import { expect, test } from 'vitest'
import { modelSettings } from '../../models/settings.ts'
import { nodeAsk } from './ask-model.ts'

const settings = modelSettings([
  {
    source: 'user',
    file: '/u.json',
    values: {
      models: { default: 'p:m', providers: { p: { type: 'openai-compatible', baseUrl: 'http://127.0.0.1:1/v1' } } },
    },
  },
])
const spending = { begin: () => ({ id: 'x' }), end: () => {} }
const question = { system: 's', user: 'u', timeoutMs: 1000, signal: new AbortController().signal }

test('without the package the hook fails and says what to install', async () => {
  const missing = ['@hookline', 'models-that-are-not-there'].join('/')
  const ask = nodeAsk({ settings: () => settings, env: {}, spending, load: () => import(missing) })
  expect(await ask(question)).toEqual({
    kind: 'failed',
    code: 'endpoint',
    message: 'prompt hooks need the package @hookline/models, which is not installed. Run: npm i @hookline/models',
  })
})
test('a package that cannot be loaded says why', async () => {
  const ask = nodeAsk({ settings: () => settings, env: {}, spending, load: () => Promise.reject(new Error('broken')) })
  expect(await ask(question)).toMatchObject({ code: 'endpoint', message: '@hookline/models cannot be loaded: broken' })
})
