import { type ModelServer, refusedUrl, type Script, startModelServer } from '@hookline/models/testing'
import { afterEach, describe, expect, test } from 'vitest'
import { createWorkspace } from './testing/workspace.ts'

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
  test('streams a conversation with a thought, a tool call and the token counts of the endpoint', async () => {
    const workspace = createWorkspace()
    workspace.writeHooks(workspace.buildRecordingHooks(['afterAgentThought', 'afterAgentResponse', 'stop']))
    workspace.write('~/.config/hookline/hookline.json', {
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
    const { code, stdout, stderr } = await workspace.run(args)
    expect({ code, made: workspace.has('made') && workspace.read('made') }, stderr).toEqual({ code: 0, made: 'a b\n' })
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
    const events = (name: string) => workspace.events().filter((event) => event.hook_event_name === name)
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
  ['not listening', refusedUrl, /cannot reach http.*ECONNREFUSED.*Check --base-url/],
  ['idle', async () => (await serve([{ fault: 'hang' }])).baseUrl, /sent nothing for 2 s.*--timeout/],
  [
    'sending garbage',
    async () => (await serve([{ fault: 'garbage' }])).baseUrl,
    /not have the format of this provider|ended early/,
  ],
  [
    'closing the stream early',
    async () => (await serve([{ fault: 'reset', text: 'one two three' }])).baseUrl,
    /ended early/,
  ],
  ['rate limited', async () => (await serve(() => limited)).baseUrl, /429.*Try again after 1 s/],
  ['refusing the key', async () => (await serve([{ text: 'x' }], 'right')).baseUrl, /401.*refused the key/],
]
test.each(faults)(
  'an endpoint that is %s ends the session with an error message that names the next step',
  async (what, url, message) => {
    const workspace = createWorkspace()
    workspace.writeHooks(workspace.buildRecordingHooks(['afterAgentResponse', 'stop', 'sessionEnd']))
    const to = ['--model', 'anthropic:m', '--api-key', 'wrong', '--base-url', await url()]
    const timeout = what === 'idle' ? '2' : '30'
    const { code, stdout, stderr } = await workspace.run(['agent', 'hello', '--print', '--timeout', timeout, ...to])
    expect({ code, stdout }).toEqual({ code: 1, stdout: '' })
    expect(stderr).toMatch(message)
    expect(stderr).not.toContain('    at ')
    const [stop, end] = workspace.events()
    expect(stop).toMatchObject({ hook_event_name: 'stop', status: 'error' })
    expect(stop).not.toHaveProperty('input_tokens')
    expect(end).toMatchObject({
      hook_event_name: 'sessionEnd',
      reason: 'error',
      error_message: expect.stringMatching(message),
    })
    expect(workspace.events()).toHaveLength(2)
  },
)

test('the conversation continues when a stop hook asks for it after an error', async () => {
  const workspace = createWorkspace()
  workspace.writeHooks({
    stop: [{ command: `grep -q '"status":"error"' && echo '{"followup_message":"try again"}' || true` }],
  })
  const server = await serve([{ fault: 'reset' }, { text: 'now it works' }])
  const to = ['--model', 'openai-chat:m', '--api-key', 'k', '--base-url', server.baseUrl]
  const { code, stdout } = await workspace.run(['agent', 'hello', '--print', ...to])
  expect({ code, stdout }).toEqual({ code: 0, stdout: 'now it works\n' })
})

test('a summary replaces the older messages when the token count of the endpoint nearly fills the window', async () => {
  const workspace = createWorkspace()
  workspace.writeHooks(workspace.buildRecordingHooks(['preCompact']))
  const listFiles = { toolCalls: [{ name: 'LS', input: {} }] }
  const server = await serve([
    { ...listFiles, usage: { input: 500, output: 1 } },
    { ...listFiles, usage: { input: 700, output: 1 } },
    { ...listFiles, usage: { input: 900, output: 1 } },
    { text: 'THE SUMMARY', usage: { input: 10, output: 1 } },
    { text: 'done', usage: { input: 100, output: 1 } },
  ])
  const to = ['--model', 'anthropic:m', '--api-key', 'k', '--base-url', server.baseUrl, '--context-window', '1000']
  const { code, stdout } = await workspace.run(['agent', 'list the files three times', '--print', ...to])
  expect({ code, stdout }).toEqual({ code: 0, stdout: 'done\n' })
  expect(workspace.events()).toMatchObject([
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

test('a conversation can be compacted several times, automatically and on request', async () => {
  const workspace = createWorkspace()
  workspace.writeHooks(workspace.buildRecordingHooks(['preCompact', 'sessionEnd']))
  const listFiles = { toolCalls: [{ name: 'LS', input: {} }] }
  const full = { usage: { input: 900, output: 1 } }
  const summary = (text: string) => ({ text, usage: { input: 10, output: 1 } })
  const server = await serve([
    { ...listFiles, usage: { input: 500, output: 1 } },
    { ...listFiles, usage: { input: 700, output: 1 } },
    { ...listFiles, ...full },
    summary('FIRST'),
    { ...listFiles, ...full },
    summary('SECOND'),
    { text: 'done', usage: { input: 100, output: 1 } },
    summary('THIRD'),
    summary('FOURTH'),
  ])
  const to = ['--model', 'anthropic:m', '--api-key', 'k', '--base-url', server.baseUrl, '--context-window', '1000']
  const { child, ended } = workspace.start(['agent', 'list the files often', ...to])
  child.stdin?.end('/compact\n/compact\n/quit\n')
  const { code, stderr } = await ended
  expect(code).toBe(0)
  expect(stderr).not.toContain('was not compacted')
  const compactions = workspace.events().filter((event) => event.hook_event_name === 'preCompact')
  expect(compactions.map((event) => [event.trigger, event.is_first_compaction])).toEqual([
    ['auto', true],
    ['auto', false],
    ['manual', false],
    ['manual', false],
  ])
  for (const event of compactions) expect(event.context_tokens).toBeGreaterThan(0)
  const end = workspace.events().find((event) => event.hook_event_name === 'sessionEnd')
  expect(Number.isInteger(end?.duration_ms)).toBe(true)
})

test('only rules that always apply are attached to the prompt and sent to the model', async () => {
  const workspace = createWorkspace()
  workspace.writeHooks(workspace.buildRecordingHooks(['beforeSubmitPrompt']))
  workspace.write('AGENTS.md', 'Speak French.')
  workspace.write('.cursor/rules/style.mdc', '---\ndescription: style\nalwaysApply: true\n---\nUse tabs.')
  workspace.write('.cursor/rules/deep/other.mdc', '---\nalwaysApply: false\n---\nNever shown.')
  const server = await serve([{ text: 'bonjour' }])
  const to = ['--model', 'anthropic:m', '--api-key', 'k', '--base-url', server.baseUrl]
  expect(await workspace.run(['agent', 'hello', '--print', ...to])).toMatchObject({ code: 0 })
  const [prompt] = workspace.events()
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
