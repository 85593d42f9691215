import { expect, test } from 'vitest'
import { modelSettings } from '../../models/settings.ts'
import { createAskModel } from './ask-model.ts'

const settings = modelSettings([
  {
    source: 'user',
    file: '/u.json',
    values: {
      models: { default: 'p:m', providers: { p: { type: 'openai-compatible', baseUrl: 'http://127.0.0.1:1/v1' } } },
    },
  },
])
const ledger = { begin: () => ({ id: 'x' }), end: () => {} }
const question = { system: 's', user: 'u', timeoutMs: 1000, signal: new AbortController().signal }

test('without the package the hook fails with a message that says what to install', async () => {
  const missing = ['@hookline', 'models-that-are-not-there'].join('/')
  const ask = createAskModel({ settings: () => settings, env: {}, ledger, load: () => import(missing) })
  expect(await ask(question)).toEqual({
    kind: 'failed',
    code: 'endpoint',
    message:
      'prompt hooks need the package @hookline/models, which is not installed. In the clone of Hookline, run: npm ci && npm run build',
  })
})
test('reports why the package cannot be loaded', async () => {
  const ask = createAskModel({
    settings: () => settings,
    env: {},
    ledger,
    load: () => Promise.reject(new Error('broken')),
  })
  expect(await ask(question)).toMatchObject({ code: 'endpoint', message: 'cannot load @hookline/models: broken' })
})
