import { describe, expect, it } from 'vitest'
import { editions } from '../editions.ts'
import { problemCodes } from '../protocol/problems.ts'
import { readHooks } from './read-hooks.ts'

const info = { source: 'user', own: true, file: '/h/hookline.json', cwd: '/h', trust: 'own' } as const
const problemsOf = (file: object) =>
  readHooks(JSON.stringify({ version: 1, ...file }), info, {
    edition: editions.hookline,
    hash: () => '00000000',
    system: 'linux',
  }).problems.map(({ code, severity, hint }) => ({ code, severity, hint }))
const withEntry = (entry: object) => ({ hooks: { preToolUse: [{ command: 'true', ...entry }] } })

describe('a key that is not known', () => {
  it.each([
    ['failclosed', withEntry({ failclosed: true }), 'failClosed'],
    ['match', withEntry({ match: 'Shell' }), 'matcher'],
    ['pakcs', { hooks: {}, pakcs: {} }, 'packs'],
    ['budget.al', { hooks: {}, budget: { al: 100 } }, 'all'],
  ])('%s is close to a known one: a warning with its name', (_, file, known) => {
    expect(problemsOf(file)).toEqual([{ code: 'unknown-key', severity: 'warning', hint: `Did you mean "${known}"?` }])
  })

  it('is a note if it is close to none', () => {
    expect(problemsOf(withEntry({ colour: 'blue' }))).toEqual([
      { code: 'unknown-key', severity: 'note', hint: 'Remove it.' },
    ])
  })
})

it('the reader reports each problem with the level of its code', () => {
  const found = problemsOf(withEntry({ env: ['A'], environment: 'inherit' }))
  expect(found.map(({ code, severity }) => [code, severity])).toEqual([
    ['env-ignored', problemCodes['env-ignored'].level],
  ])
})
