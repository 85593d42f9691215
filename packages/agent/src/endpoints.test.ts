import { type ModelServer, refusedUrl, type Script, startModelServer } from '@hookline/models/testing'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { place } from './testing/place.ts'

vi.setConfig({ testTimeout: 120_000 })

const servers: ModelServer[] = []
afterEach(async () => {
  await Promise.all(servers.splice(0).map((server) => server.close()))
})

async function serve(script: Script, key?: string): Promise<ModelServer> {
  const server = await startModelServer(script, key === undefined ? {} : { key })
  servers.push(server)
  return server
}

describe.each([
  ['anthropic', 'anthropic', 'anthropic'],
  ['openai', 'openai', 'openai-responses'],
  ['openai-chat', 'openai-compatible', 'openai-chat'],
])('%s', (provider, type, wire) => {
  test('a streamed conversation with a thought, a tool call and the counts of the endpoint', async () => {
    const at = place()
    at.hooks(at.recorded(['afterAgentThought', 'afterAgentResponse', 'stop']))
    at.write('~/.config/hookline/hookline.json', {
      version: 1,
      models: {
        providers: {
          [provider]: { type, apiKey: 'from-the-settings', prices: { input: 1000, output: 10_000, cacheRead: 0 } },
        },
      },
    })
    const server = await serve([
      {
        thinking: 'a file is needed',
        text: 'I write it.',
        toolCalls: [{ name: 'Shell', input: { command: 'echo "a b" > made' } }],
        usage: { input: 900, output: 40, cacheRead: 300 },
      },
      { text: 'It is there.', usage: { input: 950, output: 10, cacheRead: 300 } },
    ])
    const args = ['agent', 'make it', '--json', '--model', `${provider}:m`, '--base-url', server.baseUrl]
    const { code, stdout, stderr } = await at.run(args)
    expect({ code, made: at.has('made') && at.read('made') }, stderr).toEqual({ code: 0, made: 'a b\n' })
    expect(server.requests).toMatchObject([
      { wire, stream: true, key: 'from-the-settings' },
      { wire, stream: true },
    ])
    expect(JSON.stringify(server.requests[1]?.body)).toContain('[exit code 0]')
    const usage = { input_tokens: 1850, output_tokens: 50, cache_read_tokens: 600 }
    expect(JSON.parse(stdout)).toMatchObject({
      result: 'It is there.',
      status: 'completed',
      usage: { ...usage, usd: 1.75 },
    })
    expect(stderr).toContain('1,850 tokens in, 50 out · $1.7500')
    const events = (name: string) => at.events().filter((one) => one.hook_event_name === name)
    expect(events('afterAgentThought')).toMatchObject([{ text: 'a file is needed', duration_ms: expect.any(Number) }])
    expect(events('afterAgentResponse')).toMatchObject([
      { text: 'I write it.', input_tokens: 900, output_tokens: 40 },
      { text: 'It is there.', input_tokens: 950, output_tokens: 10 },
    ])
    expect(events('stop')).toMatchObject([{ status: 'completed', ...usage }])
  })
})

const limited = { fault: 'status', status: 429, retryAfter: 1 } as const
const faults: readonly (readonly [string, () => Promise<string>, RegExp])[] = [
  ['refused', refusedUrl, /cannot reach http.*ECONNREFUSED.*Check --base-url/],
  ['silent', async () => (await serve([{ fault: 'hang' }])).baseUrl, /said nothing for 2 s.*--timeout/],
  ['garbage', async () => (await serve([{ fault: 'garbage' }])).baseUrl, /not what this provider sends|broke off/],
  ['half a stream', async () => (await serve([{ fault: 'reset', text: 'one two three' }])).baseUrl, /broke off/],
  ['rate limited', async () => (await serve(() => limited)).baseUrl, /429.*Try again after 1 s/],
  ['wrong key', async () => (await serve([{ text: 'x' }], 'right')).baseUrl, /401.*refused the key/],
]
test.each(faults)(
  'an endpoint that is %s: said with the next step, ended in order, nothing hung',
  async (what, url, words) => {
    const at = place()
    at.hooks(at.recorded(['afterAgentResponse', 'stop', 'sessionEnd']))
    const to = ['--model', 'anthropic:m', '--api-key', 'wrong', '--base-url', await url()]
    const silence = what === 'silent' ? '2' : '30'
    const { code, stdout, stderr } = await at.run(['agent', 'hello', '--print', '--timeout', silence, ...to])
    expect({ code, stdout }).toEqual({ code: 1, stdout: '' })
    expect(stderr).toMatch(words)
    expect(stderr).not.toContain('    at ')
    const [stop, end] = at.events()
    expect(stop).toMatchObject({ hook_event_name: 'stop', status: 'error' })
    expect(stop).not.toHaveProperty('input_tokens')
    expect(end).toMatchObject({
      hook_event_name: 'sessionEnd',
      reason: 'error',
      error_message: expect.stringMatching(words),
    })
    expect(at.events()).toHaveLength(2)
  },
)

test('after an error a stop hook may ask to go on, and the conversation does', async () => {
  const at = place()
  at.hooks({ stop: [{ command: `grep -q '"status":"error"' && echo '{"followup_message":"try again"}' || true` }] })
  const server = await serve([{ fault: 'reset' }, { text: 'now it works' }])
  const to = ['--model', 'openai-chat:m', '--api-key', 'k', '--base-url', server.baseUrl]
  const { code, stdout } = await at.run(['agent', 'hello', '--print', ...to])
  expect({ code, stdout }).toEqual({ code: 0, stdout: 'now it works\n' })
})

test('when the window fills by the count of the endpoint, the older messages become a summary', async () => {
  const at = place()
  at.hooks(at.recorded(['preCompact']))
  const look = { toolCalls: [{ name: 'LS', input: {} }] }
  const server = await serve([
    { ...look, usage: { input: 500, output: 1 } },
    { ...look, usage: { input: 700, output: 1 } },
    { ...look, usage: { input: 900, output: 1 } },
    { text: 'THE SUMMARY', usage: { input: 10, output: 1 } },
    { text: 'done', usage: { input: 100, output: 1 } },
  ])
  const to = ['--model', 'anthropic:m', '--api-key', 'k', '--base-url', server.baseUrl, '--context-window', '1000']
  const { code, stdout } = await at.run(['agent', 'look thrice', '--print', ...to])
  expect({ code, stdout }).toEqual({ code: 0, stdout: 'done\n' })
  expect(at.events()).toMatchObject([
    {
      trigger: 'auto',
      context_tokens: 900,
      context_window_size: 1000,
      context_usage_percent: 90,
      message_count: 7,
      messages_to_compact: 3,
      is_first_compaction: true,
    },
  ])
  const messages = server.requests[4]?.body.messages as readonly { readonly role: string }[]
  expect(messages.map(({ role }) => role)).toEqual(['user', 'assistant', 'user', 'assistant', 'user'])
  expect(JSON.stringify(messages[0])).toContain('THE SUMMARY')
})

test('a conversation is compacted again: by itself, and on request at once after that', async () => {
  const at = place()
  at.hooks(at.recorded(['preCompact', 'sessionEnd']))
  const look = { toolCalls: [{ name: 'LS', input: {} }] }
  const full = { usage: { input: 900, output: 1 } }
  const summary = (text: string) => ({ text, usage: { input: 10, output: 1 } })
  const server = await serve([
    { ...look, usage: { input: 500, output: 1 } },
    { ...look, usage: { input: 700, output: 1 } },
    { ...look, ...full },
    summary('FIRST'),
    { ...look, ...full },
    summary('SECOND'),
    { text: 'done', usage: { input: 100, output: 1 } },
    summary('THIRD'),
    summary('FOURTH'),
  ])
  const to = ['--model', 'anthropic:m', '--api-key', 'k', '--base-url', server.baseUrl, '--context-window', '1000']
  const { child, ended } = at.start(['agent', 'look often', ...to])
  child.stdin?.end('/compact\n/compact\n/quit\n')
  const { code, stderr } = await ended
  expect(code).toBe(0)
  expect(stderr).not.toContain('Nothing was made shorter')
  const compactions = at.events().filter((one) => one.hook_event_name === 'preCompact')
  expect(compactions.map((one) => [one.trigger, one.is_first_compaction])).toEqual([
    ['auto', true],
    ['auto', false],
    ['manual', false],
    ['manual', false],
  ])
  for (const one of compactions) expect(one.context_tokens).toBeGreaterThan(0)
  const end = at.events().find((one) => one.hook_event_name === 'sessionEnd')
  expect(Number.isInteger(end?.duration_ms)).toBe(true)
})

test('rules that always apply are attached to a prompt and reach the model; others are not', async () => {
  const at = place()
  at.hooks(at.recorded(['beforeSubmitPrompt']))
  at.write('AGENTS.md', 'Speak French.')
  at.write('.cursor/rules/style.mdc', '---\ndescription: style\nalwaysApply: true\n---\nUse tabs.')
  at.write('.cursor/rules/deep/other.mdc', '---\nalwaysApply: false\n---\nNever shown.')
  const server = await serve([{ text: 'bonjour' }])
  const to = ['--model', 'anthropic:m', '--api-key', 'k', '--base-url', server.baseUrl]
  expect(await at.run(['agent', 'hello', '--print', ...to])).toMatchObject({ code: 0 })
  const [prompt] = at.events()
  expect(prompt?.attachments).toMatchObject([
    { type: 'rule', file_path: expect.stringMatching(/\/AGENTS\.md$/) },
    { type: 'rule', file_path: expect.stringMatching(/\/\.cursor\/rules\/style\.mdc$/) },
  ])
  const sent = JSON.stringify(server.requests[0]?.body)
  expect([sent.includes('Speak French.'), sent.includes('Use tabs.'), sent.includes('Never shown.')]).toEqual([
    true,
    true,
    false,
  ])
})
