import { type ModelRequest, type ModelServer, startModelServer, type Turn } from '@hookline/models/testing'
import { afterEach, expect, test, vi } from 'vitest'
import { type Place, place } from './testing/place.ts'

vi.setConfig({ testTimeout: 60_000 })

const servers: ModelServer[] = []
afterEach(async () => {
  await Promise.all(servers.splice(0).map((server) => server.close()))
})

const deny = (reply: object) => ({ command: `cat > /dev/null; printf %s '${JSON.stringify(reply)}'` })
const no = deny({ permission: 'deny', user_message: 'for the person', agent_message: 'for the model' })

/** One task for a model that plays these turns, over HTTP: what it was sent is what it knows. */
async function played(at: Place, turns: readonly Turn[]) {
  const server = await startModelServer(turns)
  servers.push(server)
  const args = ['agent', 'the task', '--json', '--model', 'anthropic:m', '--base-url', server.baseUrl, '--api-key', 'k']
  const { code, stdout, stderr } = await at.run(args)
  const answer = stdout === '' ? undefined : JSON.parse(stdout)
  return { code, answer, stderr, sent: server.requests.map(({ body }) => body) }
}
const calls = (name: string, input: Readonly<Record<string, unknown>>): readonly Turn[] => [
  { toolCalls: [{ name, input }] },
  { text: 'I stop here.' },
]
const textOf = (body: ModelRequest['body'] | undefined) => JSON.stringify(body)

const gates: readonly (readonly [string, string, Readonly<Record<string, unknown>>, string])[] = [
  ['preToolUse', 'Shell', { command: 'touch made' }, 'Tool execution was blocked by a hook: for the person'],
  [
    'beforeShellExecution',
    'Shell',
    { command: 'touch made' },
    'Command execution was blocked by a hook: for the person',
  ],
  ['preToolUse', 'Write', { path: 'made', content: 'x' }, 'Tool execution was blocked by a hook: for the person'],
  [
    'subagentStart',
    'Task',
    { subagent_type: 'shell', description: 'd', prompt: 'touch made' },
    'Subagent creation was blocked by a hook: for the person',
  ],
]
test.each(gates)(
  '%s refuses %s: nothing is done, and each reads its own message',
  async (event, tool, input, sentence) => {
    const at = place()
    at.hooks({ [event]: [no], ...at.recorded(['postToolUseFailure', 'subagentStop']) })
    const { code, answer, stderr, sent } = await played(at, calls(tool, input))
    expect(at.has('made')).toBe(false)
    expect(sent).toHaveLength(2)
    expect(stderr).toContain(`✗ refused (${tool}) ${sentence}`)
    expect(answer.refusals).toEqual([{ what: tool, code: 'ERROR_HOOKS_BLOCKED', message: sentence }])
    const model = event === 'subagentStart' ? 'for the person' : 'for the model'
    expect(textOf(sent[1])).toContain(`rejected by a hook: ${model}. Do not attempt to work around this restriction`)
    expect(textOf(sent[1])).not.toContain(event === 'subagentStart' ? 'for the model' : 'for the person')
    expect(at.events()).toMatchObject([{ hook_event_name: 'postToolUseFailure', failure_type: 'permission_denied' }])
    expect({ code, result: answer.result }).toEqual({ code: 0, result: 'I stop here.' })
  },
)

test('beforeReadFile refuses: the content goes nowhere', async () => {
  const at = place()
  at.write('secret.txt', 'the-content')
  at.hooks({ beforeReadFile: [deny({ permission: 'deny', user_message: 'for the person' })] })
  const { answer, sent, stderr } = await played(at, calls('Read', { path: 'secret.txt' }))
  expect(textOf(sent[1])).toContain(
    `File reading was blocked by a security hook: ${at.root}/secret.txt. Do not attempt`,
  )
  expect(JSON.stringify(sent)).not.toContain('the-content')
  expect(answer.refusals).toEqual([{ what: 'Read', code: 'FileReadBlockedByHook', message: expect.any(String) }])
  expect(stderr).toContain('for the person')
  expect(at.read(`~/state/hookline/transcripts/${answer.conversation_id}.jsonl`)).not.toContain('the-content')
})

test('preToolUse refuses Delete: the file is still there', async () => {
  const at = place()
  at.write('kept.txt', 'x')
  at.hooks({ preToolUse: [no] })
  const { answer } = await played(at, calls('Delete', { path: 'kept.txt' }))
  expect(at.has('kept.txt')).toBe(true)
  expect(answer.refusals).toMatchObject([{ what: 'Delete', code: 'ERROR_HOOKS_BLOCKED' }])
})

test('beforeTabFileRead refuses: nothing is completed, and the model is not asked', async () => {
  const at = place()
  at.write('notes.txt', 'the-content\n')
  at.hooks({ beforeTabFileRead: [deny({ permission: 'deny' })] })
  const server = await startModelServer((request) => ({ text: `answer ${request.index}` }))
  servers.push(server)
  const args = ['agent', 'hello', '--model', 'anthropic:m', '--base-url', server.baseUrl, '--api-key', 'k']
  const { stderr } = await at.run(args, '/complete notes.txt:1\n/quit\n')
  expect(stderr).toContain('blocked')
  expect(JSON.stringify(server.requests.map(({ body }) => body))).not.toContain('the-content')
  expect(server.requests).toHaveLength(1)
  expect(at.read('notes.txt')).toBe('the-content\n')
})

test('a refused prompt is not sent to the model, and no turn begins', async () => {
  const at = place()
  at.hooks({
    beforeSubmitPrompt: [deny({ continue: false, user_message: 'not this' })],
    ...at.recorded(['stop', 'sessionEnd']),
  })
  const { code, answer, sent, stderr } = await played(at, [{ text: 'never' }])
  expect(sent).toEqual([])
  expect({ code, status: answer.status }).toEqual({ code: 1, status: 'error' })
  expect(stderr).toContain('Submission blocked by hook: not this')
  expect(at.events().map((one) => one.hook_event_name)).toEqual(['sessionEnd'])
})

test('a refused session is not created: no prompt, no server, no end', async () => {
  const at = place()
  at.write('~/.cursor/mcp.json', { mcpServers: { one: { command: 'touch', args: [`${at.root}/started`] } } })
  at.hooks({
    sessionStart: [deny({ continue: false, user_message: 'not today' })],
    ...at.recorded(['beforeSubmitPrompt', 'stop', 'sessionEnd']),
  })
  const { code, answer, sent, stderr } = await played(at, [{ text: 'never' }])
  expect({ code, sent, events: at.events(), started: at.has('started') }).toEqual({
    code: 1,
    sent: [],
    events: [],
    started: false,
  })
  expect(stderr).toContain('Session creation was blocked by a hook: not today')
  expect(answer.refusals).toMatchObject([{ what: 'session' }])
})

test('a withheld response is not shown, and the model does not take it for seen', async () => {
  const at = place()
  at.hooks({
    afterAgentResponse: [{ command: 'grep -q hunter2 && exit 2 || true' }],
    stop: [{ command: `grep -q '"loop_count":0' && echo '{"followup_message":"and now?"}' || true` }],
  })
  const { answer, sent, stderr } = await played(at, [{ text: 'The password is hunter2.' }, { text: 'Nothing more.' }])
  expect(stderr).toContain('Response was blocked by a hook')
  expect(stderr + JSON.stringify(answer)).not.toContain('hunter2')
  expect(textOf(sent[1])).not.toContain('hunter2')
  expect(textOf(sent[1])).toContain('withheld by a hook')
  expect(textOf(sent[1])).toContain('and now?')
  expect(answer.result).toBe('Nothing more.')
  expect(at.read(`~/state/hookline/transcripts/${answer.conversation_id}.jsonl`)).toContain(
    '"content":"and now?","isAutoFollowupFromStopHook":true,"loopCount":1',
  )
})

test('a rewrite is what runs, and what the next gate and the model see', async () => {
  const at = place()
  at.hooks({
    preToolUse: [
      { matcher: 'Shell', ...deny({ permission: 'allow', updated_input: { command: 'echo rewritten > made' } }) },
    ],
    ...at.recorded(['beforeShellExecution', 'postToolUse']),
  })
  await played(at, calls('Shell', { command: 'echo original > made' }))
  expect(at.read('made')).toBe('rewritten\n')
  expect(at.events()).toMatchObject([
    { hook_event_name: 'beforeShellExecution', command: 'echo rewritten > made' },
    { hook_event_name: 'postToolUse', tool_input: { command: 'echo rewritten > made' } },
  ])
})

test('a subagent has the tools of the type that a hook left it, and none of a type that is not there', async () => {
  const at = place()
  const into = (type: string) => ({
    preToolUse: [{ matcher: 'Task', ...deny({ updated_input: { subagent_type: type, prompt: 'look' } }) }],
  })
  const started = { subagent_type: 'generalPurpose', description: 'd', prompt: 'change everything' }
  const turns = [{ toolCalls: [{ name: 'Task', input: started }] }, { text: 'looked' }, { text: 'end' }]
  at.hooks(into('explore'))
  const { sent } = await played(at, turns)
  const tools = (sent[1]?.tools ?? []) as readonly { name: string }[]
  expect(tools.map((tool) => tool.name)).toEqual(['Read', 'Grep', 'LS'])
  expect(textOf(sent[1])).toContain('subagent (explore)')
  at.hooks(into('toString'))
  const unknown = await played(at, calls('Task', started))
  expect(textOf(unknown.sent[1])).toContain('there is no subagent of type toString')
})

test('Grep does not tell the model whether a withheld file has a match', async () => {
  const at = place()
  at.write('secret.txt', 'TOKEN=abc')
  at.hooks({ beforeReadFile: [deny({ permission: 'deny' })] })
  const guesses = ['TOKEN=a', 'TOKEN=b'].map((pattern) => ({ name: 'Grep', input: { pattern } }))
  const { sent, stderr } = await played(at, [{ toolCalls: guesses }, { text: 'end' }])
  const messages = (sent[1]?.messages ?? []) as readonly { content: readonly { content: string }[] }[]
  expect(messages.at(-1)?.content.map((one) => one.content)).toEqual(['No line matches.', 'No line matches.'])
  expect(stderr).toContain('Files with a match that hooks withheld: 1')
})

test('context of every kind of event reaches the model where it belongs', async () => {
  const at = place()
  at.hooks({
    sessionStart: [deny({ additional_context: 'from the start' })],
    beforeSubmitPrompt: [deny({ additional_context: 'with the prompt' })],
    postToolUse: [deny({ additional_context: 'after the tool' })],
  })
  const { sent } = await played(at, calls('LS', {}))
  expect(textOf({ system: sent[0]?.system })).toContain('from the start')
  expect(textOf({ messages: sent[0]?.messages })).toMatch(/the task.*with the prompt/)
  expect(textOf({ messages: sent[1]?.messages })).toContain('after the tool')
})

test('what a hook asks about is refused where nobody can be asked', async () => {
  const at = place()
  at.hooks({ beforeShellExecution: [deny({ permission: 'ask', user_message: 'sure?' })] })
  const { sent } = await played(at, calls('Shell', { command: 'touch made' }))
  expect(at.has('made')).toBe(false)
  expect(textOf(sent[1])).toContain('rejected by a hook')
})

test.each([
  ['ask', 'Write', { path: 'made', content: 'x' }],
  ['ask', 'Shell', { command: 'touch made' }],
  ['edit', 'Shell', { command: 'touch made' }],
])('in mode %s there is no %s', async (mode, name, input) => {
  const at = place()
  const server = await startModelServer(calls(name, input))
  servers.push(server)
  const to = ['--mode', mode, '--model', 'anthropic:m', '--base-url', server.baseUrl, '--api-key', 'k']
  const { code } = await at.run(['agent', 'the task', '--print', ...to])
  const { tools: sent } = server.requests[0]?.body ?? {}
  const tools = (sent as readonly { name: string }[]).map((tool) => tool.name)
  expect(tools).toContain('Read')
  expect(tools).not.toContain(name)
  expect({ code, made: at.has('made') }).toEqual({ code: 0, made: false })
})
