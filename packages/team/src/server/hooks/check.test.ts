import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { check, type Draft, findErrors } from './check.ts'

const draft = (more: Partial<Draft> = {}): Draft => ({
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

describe('check', () => {
  it('has nothing to say of a right one', () =>
    expect(codes({ timeout: 5, fail_closed: 1, approvals: 1, matcher: '^curl' })).toEqual([]))

  it.each<[string, Partial<Draft>, string]>([
    ['an unknown event', { hook_step: 'beforeShelExecution' }, 'error unknown-event'],
    ['a matcher that does not compile', { matcher: '(' }, 'error bad-matcher'],
    ['a wrong timeout', { timeout: -1 }, 'error bad-timeout'],
    ['a limit where nothing loops', { loop_limit: 3 }, 'note loop-limit-ignored'],
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
})
