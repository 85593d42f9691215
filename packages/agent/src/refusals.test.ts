import { type ModelRequest, type ModelServer, startModelServer, type Turn } from '@hookline/models/testing'
import { afterEach, expect, test } from 'vitest'
import { createWorkspace, type TestWorkspace } from './testing/workspace.ts'

const servers: ModelServer[] = []
afterEach(async () => {
  await Promise.all(servers.splice(0).map((server) => server.close()))
})

const replyWith = (reply: object) => ({ command: `cat > /dev/null; printf %s '${JSON.stringify(reply)}'` })
const denyHook = replyWith({ permission: 'deny', user_message: 'for the person', agent_message: 'for the model' })

/** Runs one task with a model server that plays these turns. `sent` is everything that the model received. */
async function runTurns(workspace: TestWorkspace, turns: readonly Turn[]) {
  const server = await startModelServer(turns)
  servers.push(server)
  const args = ['agent', 'the task', '--json', '--model', 'anthropic:m', '--base-url', server.baseUrl, '--api-key', 'k']
  const { code, stdout, stderr } = await workspace.run(args)
  const output = stdout === '' ? undefined : JSON.parse(stdout)
  return { code, output, stderr, sent: server.requests.map(({ body }) => body) }
}
const callTool = (name: string, input: Readonly<Record<string, unknown>>): readonly Turn[] => [
  { toolCalls: [{ name, input }] },
  { text: 'I stop here.' },
]
const toText = (body: ModelRequest['body'] | undefined) => JSON.stringify(body)

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
  'when %s refuses %s, nothing runs, and the person and the model get their own messages',
  async (event, tool, input, sentence) => {
    const workspace = createWorkspace()
    workspace.writeHooks({
      [event]: [denyHook],
      ...workspace.buildRecordingHooks(['postToolUseFailure', 'subagentStop']),
    })
    const { code, output, stderr, sent } = await runTurns(workspace, callTool(tool, input))
    expect(workspace.has('made')).toBe(false)
    expect(sent).toHaveLength(2)
    expect(stderr).toContain(`✗ refused (${tool}) ${sentence}`)
    expect(output.refusals).toEqual([{ what: tool, code: 'ERROR_HOOKS_BLOCKED', message: sentence }])
    const model = event === 'subagentStart' ? 'for the person' : 'for the model'
    expect(toText(sent[1])).toContain(`rejected by a hook: ${model}. Do not attempt to work around this restriction`)
    expect(toText(sent[1])).not.toContain(event === 'subagentStart' ? 'for the model' : 'for the person')
    expect(workspace.events()).toMatchObject([
      { hook_event_name: 'postToolUseFailure', failure_type: 'permission_denied' },
    ])
    expect({ code, result: output.result }).toEqual({ code: 0, result: 'I stop here.' })
  },
)

test('when beforeReadFile refuses, the content reaches neither the model nor the transcript', async () => {
  const workspace = createWorkspace()
  workspace.write('secret.txt', 'the-content')
  workspace.writeHooks({ beforeReadFile: [replyWith({ permission: 'deny', user_message: 'for the person' })] })
  const { output, sent, stderr } = await runTurns(workspace, callTool('Read', { path: 'secret.txt' }))
  expect(toText(sent[1])).toContain(
    `File reading was blocked by a security hook: ${workspace.root}/secret.txt. Do not attempt`,
  )
  expect(JSON.stringify(sent)).not.toContain('the-content')
  expect(output.refusals).toEqual([{ what: 'Read', code: 'FileReadBlockedByHook', message: expect.any(String) }])
  expect(stderr).toContain('for the person')
  expect(workspace.read(`~/state/hookline/transcripts/${output.conversation_id}.jsonl`)).not.toContain('the-content')
})

test('when preToolUse refuses Delete, the file stays', async () => {
  const workspace = createWorkspace()
  workspace.write('kept.txt', 'x')
  workspace.writeHooks({ preToolUse: [denyHook] })
  const { output } = await runTurns(workspace, callTool('Delete', { path: 'kept.txt' }))
  expect(workspace.has('kept.txt')).toBe(true)
  expect(output.refusals).toMatchObject([{ what: 'Delete', code: 'ERROR_HOOKS_BLOCKED' }])
})

test('when beforeTabFileRead refuses, the model is not asked for a completion', async () => {
  const workspace = createWorkspace()
  workspace.write('notes.txt', 'the-content\n')
  workspace.writeHooks({ beforeTabFileRead: [replyWith({ permission: 'deny' })] })
  const server = await startModelServer((request) => ({ text: `answer ${request.index}` }))
  servers.push(server)
  const args = ['agent', 'hello', '--model', 'anthropic:m', '--base-url', server.baseUrl, '--api-key', 'k']
  const { stderr } = await workspace.run(args, '/complete notes.txt:1\n/quit\n')
  expect(stderr).toContain('blocked')
  expect(JSON.stringify(server.requests.map(({ body }) => body))).not.toContain('the-content')
  expect(server.requests).toHaveLength(1)
  expect(workspace.read('notes.txt')).toBe('the-content\n')
})

test('a refused prompt is not sent to the model, and no turn starts', async () => {
  const workspace = createWorkspace()
  workspace.writeHooks({
    beforeSubmitPrompt: [replyWith({ continue: false, user_message: 'not this' })],
    ...workspace.buildRecordingHooks(['stop', 'sessionEnd']),
  })
  const { code, output, sent, stderr } = await runTurns(workspace, [{ text: 'never' }])
  expect(sent).toEqual([])
  expect({ code, status: output.status }).toEqual({ code: 1, status: 'error' })
  expect(stderr).toContain('Submission blocked by hook: not this')
  expect(workspace.events().map((event) => event.hook_event_name)).toEqual(['sessionEnd'])
})

test('a refused session fires no further events and starts no MCP server', async () => {
  const workspace = createWorkspace()
  workspace.write('~/.cursor/mcp.json', {
    mcpServers: { one: { command: 'touch', args: [`${workspace.root}/started`] } },
  })
  workspace.writeHooks({
    sessionStart: [replyWith({ continue: false, user_message: 'not today' })],
    ...workspace.buildRecordingHooks(['beforeSubmitPrompt', 'stop', 'sessionEnd']),
  })
  const { code, output, sent, stderr } = await runTurns(workspace, [{ text: 'never' }])
  expect({ code, sent, events: workspace.events(), started: workspace.has('started') }).toEqual({
    code: 1,
    sent: [],
    events: [],
    started: false,
  })
  expect(stderr).toContain('Session creation was blocked by a hook: not today')
  expect(output.refusals).toMatchObject([{ what: 'session' }])
})

test('a withheld response is not shown, and the model learns that it was withheld', async () => {
  const workspace = createWorkspace()
  workspace.writeHooks({
    afterAgentResponse: [{ command: 'grep -q hunter2 && exit 2 || true' }],
    stop: [{ command: `grep -q '"loop_count":0' && echo '{"followup_message":"and now?"}' || true` }],
  })
  const { output, sent, stderr } = await runTurns(workspace, [
    { text: 'The password is hunter2.' },
    { text: 'Nothing more.' },
  ])
  expect(stderr).toContain('Response was blocked by a hook')
  expect(stderr + JSON.stringify(output)).not.toContain('hunter2')
  expect(toText(sent[1])).not.toContain('hunter2')
  expect(toText(sent[1])).toContain('withheld by a hook')
  expect(toText(sent[1])).toContain('and now?')
  expect(output.result).toBe('Nothing more.')
  expect(workspace.read(`~/state/hookline/transcripts/${output.conversation_id}.jsonl`)).toContain(
    '"content":"and now?","isAutoFollowupFromStopHook":true,"loopCount":1',
  )
})

test('the rewritten command runs, and later hooks see it', async () => {
  const workspace = createWorkspace()
  workspace.writeHooks({
    preToolUse: [
      { matcher: 'Shell', ...replyWith({ permission: 'allow', updated_input: { command: 'echo rewritten > made' } }) },
    ],
    ...workspace.buildRecordingHooks(['beforeShellExecution', 'postToolUse']),
  })
  await runTurns(workspace, callTool('Shell', { command: 'echo original > made' }))
  expect(workspace.read('made')).toBe('rewritten\n')
  expect(workspace.events()).toMatchObject([
    { hook_event_name: 'beforeShellExecution', command: 'echo rewritten > made' },
    { hook_event_name: 'postToolUse', tool_input: { command: 'echo rewritten > made' } },
  ])
})

test('a subagent has the tools of the type that a hook chose, and an unknown type is an error', async () => {
  const workspace = createWorkspace()
  const changeTypeTo = (type: string) => ({
    preToolUse: [{ matcher: 'Task', ...replyWith({ updated_input: { subagent_type: type, prompt: 'look' } }) }],
  })
  const input = { subagent_type: 'generalPurpose', description: 'd', prompt: 'change everything' }
  const turns = [{ toolCalls: [{ name: 'Task', input }] }, { text: 'looked' }, { text: 'end' }]
  workspace.writeHooks(changeTypeTo('explore'))
  const { sent } = await runTurns(workspace, turns)
  const tools = (sent[1]?.tools ?? []) as readonly { name: string }[]
  expect(tools.map((tool) => tool.name)).toEqual(['Read', 'Grep', 'LS'])
  expect(toText(sent[1])).toContain('subagent (explore)')
  workspace.writeHooks(changeTypeTo('toString'))
  const unknown = await runTurns(workspace, callTool('Task', input))
  expect(toText(unknown.sent[1])).toContain('there is no subagent of type toString')
})

test('Grep does not reveal to the model if a withheld file has a match', async () => {
  const workspace = createWorkspace()
  workspace.write('secret.txt', 'TOKEN=abc')
  workspace.writeHooks({ beforeReadFile: [replyWith({ permission: 'deny' })] })
  const guesses = ['TOKEN=a', 'TOKEN=b'].map((pattern) => ({ name: 'Grep', input: { pattern } }))
  const { sent, stderr } = await runTurns(workspace, [{ toolCalls: guesses }, { text: 'end' }])
  const messages = (sent[1]?.messages ?? []) as readonly { content: readonly { content: string }[] }[]
  expect(messages.at(-1)?.content.map((part) => part.content)).toEqual(['No line matches.', 'No line matches.'])
  expect(stderr).toContain('Files with a match that hooks withheld: 1')
})

test('the context that hooks add reaches the model with the session, the prompt and the tool result', async () => {
  const workspace = createWorkspace()
  workspace.writeHooks({
    sessionStart: [replyWith({ additional_context: 'from the start' })],
    beforeSubmitPrompt: [replyWith({ additional_context: 'with the prompt' })],
    postToolUse: [replyWith({ additional_context: 'after the tool' })],
  })
  const { sent } = await runTurns(workspace, callTool('LS', {}))
  expect(toText({ system: sent[0]?.system })).toContain('from the start')
  expect(toText({ messages: sent[0]?.messages })).toMatch(/the task.*with the prompt/)
  expect(toText({ messages: sent[1]?.messages })).toContain('after the tool')
})

test('an ask is refused when there is no person to answer it', async () => {
  const workspace = createWorkspace()
  workspace.writeHooks({ beforeShellExecution: [replyWith({ permission: 'ask', user_message: 'sure?' })] })
  const { sent } = await runTurns(workspace, callTool('Shell', { command: 'touch made' }))
  expect(workspace.has('made')).toBe(false)
  expect(toText(sent[1])).toContain('rejected by a hook')
})

test.each([
  ['ask', 'Write', { path: 'made', content: 'x' }],
  ['ask', 'Shell', { command: 'touch made' }],
  ['edit', 'Shell', { command: 'touch made' }],
])('mode %s does not offer the tool %s', async (mode, name, input) => {
  const workspace = createWorkspace()
  const server = await startModelServer(callTool(name, input))
  servers.push(server)
  const to = ['--mode', mode, '--model', 'anthropic:m', '--base-url', server.baseUrl, '--api-key', 'k']
  const { code } = await workspace.run(['agent', 'the task', '--print', ...to])
  const { tools: sent } = server.requests[0]?.body ?? {}
  const tools = (sent as readonly { name: string }[]).map((tool) => tool.name)
  expect(tools).toContain('Read')
  expect(tools).not.toContain(name)
  expect({ code, made: workspace.has('made') }).toEqual({ code: 0, made: false })
})
