import { describe, expect, test } from 'vitest'
import {
  allow,
  ask,
  context,
  defineHook,
  deny,
  type EventName,
  followUp,
  type Hook,
  type HookContext,
  rewrite,
} from './index.ts'

const here: HookContext = {
  signal: new AbortController().signal,
  roots: [],
  cwd: '/',
  home: '/home/me',
  env: {},
  state: '/state',
}
const replyOf = <N extends EventName>(hook: Hook<N>, input: object = {}) => hook.run(input as never, here)

describe('a hook says it in a word, and the event has its own words for it', () => {
  test.each([
    [
      'permission',
      defineHook('beforeShellExecution', () => deny('x')),
      { permission: 'deny', user_message: 'x', agent_message: 'x' },
    ],
    [
      'permission, one reader',
      defineHook('beforeReadFile', () => deny('x')),
      { permission: 'deny', user_message: 'x' },
    ],
    ['continue', defineHook('beforeSubmitPrompt', () => deny('x')), { continue: false, user_message: 'x' }],
    [
      'ask',
      defineHook('preToolUse', () => ask({ user: 'u', agent: 'a' })),
      { permission: 'ask', user_message: 'u', agent_message: 'a' },
    ],
    ['allow', defineHook('sessionStart', () => allow()), { continue: true }],
    ['a new input', defineHook('preToolUse', () => rewrite({ command: 'ls' })), { updated_input: { command: 'ls' } }],
    ['a new content', defineHook('beforeReadFile', () => rewrite('text')), { updated_content: 'text' }],
    ['a new result', defineHook('postToolUse', () => rewrite({ a: 1 })), { updated_mcp_tool_output: { a: 1 } }],
    ['context', defineHook('sessionStart', () => context('c')), { additional_context: 'c' }],
    ['a follow-up', defineHook('stop', async () => followUp('f')), { followup_message: 'f' }],
    ['the wire itself', defineHook('stop', () => ({ followup_message: 'f' })), { followup_message: 'f' }],
  ])('%s', async (_, hook, reply) => {
    expect(await (hook as Hook).run({} as never, here)).toEqual(reply)
  })

  test('nothing is no opinion', async () => {
    expect(await replyOf(defineHook('stop', () => {}))).toBeUndefined()
  })

  test('what it is given is typed by the event', async () => {
    const hook = defineHook('beforeShellExecution', ({ command, cwd }) => (command === cwd ? deny(command) : undefined))
    expect(await replyOf(hook, { command: 'a', cwd: 'a' })).toMatchObject({ permission: 'deny' })
  })

  test('a word that the event has not does not compile', () => {
    // @ts-expect-error: a read cannot ask.
    defineHook('beforeReadFile', () => ask('sure?'))
    // @ts-expect-error: this event only observes.
    defineHook('afterFileEdit', () => deny('too late'))
    // @ts-expect-error: a follow-up belongs to stop.
    defineHook('beforeShellExecution', () => followUp('go on'))
    // @ts-expect-error: the field is another event's.
    defineHook('stop', () => ({ permission: 'deny' }))
    // @ts-expect-error: there is no such field.
    defineHook('stop', ({ command }) => followUp(command))
    expect.assertions(0)
  })
})
