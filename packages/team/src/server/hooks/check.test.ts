import fc from 'fast-check'
import { beforeAll, describe, expect, it } from 'vitest'
import { loadPacks } from '../../wire/load-problem.ts'
import { check, type Draft, findErrors } from './check.ts'

const draft = (more: Partial<Draft> = {}): Draft => ({
  kind: 'script',
  config: '',
  hook_step: 'beforeShellExecution',
  script_name: 'guard.sh',
  operating_systems: '[]',
  matcher: null,
  timeout: null,
  fail_closed: null,
  approvals: null,
  loop_limit: null,
  script_content: '#!/bin/sh\n',
  ...more,
})
const codes = (more: Partial<Draft>) => check(draft(more)).map(({ code, severity }) => `${severity} ${code}`)

beforeAll(loadPacks)

describe('check', () => {
  it('has nothing to say of a right one', () =>
    expect(codes({ timeout: 5, fail_closed: 1, approvals: 1, matcher: '^curl' })).toEqual([]))

  it.each<[string, Partial<Draft>, string]>([
    ['an unknown event', { hook_step: 'beforeShelExecution' }, 'error unknown-event'],
    ['a matcher that does not compile', { matcher: '(' }, 'error bad-matcher'],
    ['a wrong timeout', { timeout: -1 }, 'error bad-timeout'],
    ['a limit where nothing loops', { loop_limit: 3 }, 'error loop-limit-ignored'],
    ['an unknown system', { operating_systems: '["Amiga"]' }, 'error operating-system'],
    ['no script', { script_content: ' \n' }, 'error script-empty'],
    ['no shebang', { script_content: 'echo hi\n' }, 'warning script-shebang'],
    ['a shebang of Windows', { script_content: '#!/bin/sh\r\necho\r\n' }, 'error script-shebang'],
    ['a shebang of nothing', { script_content: '#!sh\n' }, 'error script-shebang'],
  ])('finds %s', (_, more, found) => expect(codes(more)).toContain(found))

  it('needs no shebang on Windows alone', () =>
    expect(codes({ operating_systems: '["Windows"]', script_content: 'echo hi' })).toEqual([]))

  it.each(['a/b', 'a\\b', '..', 'a..b', '', 'a\nb', 'a\0b', 'a\u202eb', 'a\u200bb', 'x'.repeat(256)])(
    'refuses the name %j',
    (script_name) => expect(findErrors(draft({ script_name })).map(({ code }) => code)).toEqual(['script-name']),
  )

  it('never throws, whatever is in the fields', () => {
    fc.assert(
      fc.property(
        fc.string(),
        fc.string({ unit: 'binary' }),
        fc.string(),
        fc.double(),
        (step, name, matcher, timeout) => {
          check(draft({ hook_step: step, script_name: name, matcher, timeout, script_content: name }))
        },
      ),
    )
  })

  const pack = (script_name: string, config: object): Partial<Draft> => ({
    kind: 'pack',
    hook_step: '',
    script_name,
    config: JSON.stringify(config),
    script_content: '',
  })
  const entry = (kind: string, config: object, more: Partial<Draft> = {}): Partial<Draft> => ({
    ...{ kind, script_name: kind, config: JSON.stringify(config), script_content: '' },
    ...more,
  })
  const rule = { rule: { when: { field: 'command', contains: 'x' }, verdict: 'deny' } }

  it.each<[string, Partial<Draft>]>([
    ['a pack', pack('shell-guard', { mode: 'monitor', rules: {} })],
    ['a pack without parameters', { ...pack('shell-guard', {}), config: '' }],
    ['a prompt', entry('prompt', { prompt: 'Safe?' }, { timeout: 20, fail_closed: 1 })],
    ['a rule', entry('rule', rule, { matcher: 'git' })],
    ['an HTTP hook', entry('http', { url: 'https://guard.example.com/' })],
    ['a module', entry('module', { name: 'm' }, { script_name: 'm.mjs', script_content: 'export default {}' })],
    ['a script with more keys', { config: '{"mode":"monitor","environment":"inherit"}' }],
    ['settings', { ...pack('settings', { managedOnly: true, breakGlass: true, monitor: ['user'] }), kind: 'settings' }],
  ])('has nothing to say of %s', (_, more) => expect(codes(more)).toEqual([]))

  it.each<[string, Partial<Draft>, string]>([
    ['an unknown pack', pack('shel-guard', {}), 'error unknown-pack'],
    ['an unknown parameter', pack('shell-guard', { strict: true }), 'error bad-parameter'],
    ['a pack with an event', { ...pack('shell-guard', {}), hook_step: 'stop' }, 'error bad-config'],
    ['a pack with a matcher', { ...pack('shell-guard', {}), matcher: 'x' }, 'error bad-config'],
    ['a pack with a script', { ...pack('shell-guard', {}), script_content: 'x' }, 'error script-unused'],
    ['models', { ...pack('settings', { models: {} }), kind: 'settings' }, 'error bad-config'],
    ['hooks in the settings', { ...pack('settings', { hooks: {} }), kind: 'settings' }, 'error bad-config'],
    ['a prompt without text', entry('prompt', {}), 'error missing-prompt'],
    ['a rule without a condition', entry('rule', {}), 'error bad-rule'],
    ['an unknown key', entry('rule', { ...rule, mathcer: 'x' }), 'error bad-config'],
    ['a key with a field of its own', { config: '{"command":"rm -rf /"}' }, 'error bad-config'],
    ['a configuration that is not JSON', { config: '{' }, 'error bad-config'],
    [
      'a module that is not one',
      entry('module', {}, { script_name: 'm.sh', script_content: 'x' }),
      'error script-name',
    ],
    ['a label with a hidden character', entry('rule', rule, { script_name: 'a\u202eb' }), 'error hook-name'],
  ])('finds %s', (_, more, found) => expect(codes(more)).toContain(found))
})
