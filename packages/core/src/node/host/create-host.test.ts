import { existsSync, mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { HooklineError } from '../../errors.ts'
import { type EventName, eventNames, eventRows, isGuardedEvent } from '../../protocol/events/index.ts'
import { inputSchema } from '../../protocol/index.ts'
import { useScratch, write } from '../../testing/scratch.ts'
import type { CreateOptions } from '../create-options.ts'
import { createHost } from './create-host.ts'
import type { Host, HostOptions, HostSession, SessionOptions } from './types.ts'

let root: string
let home: string
const { open } = useScratch((scratch) => {
  ;({ root, home } = scratch)
})

interface Fired {
  readonly hook_event_name: EventName
  readonly [field: string]: unknown
}
type Answers = Partial<Record<EventName, (input: Fired) => unknown>>

/** A host whose hooks record every event, and reply as `answers` says. */
async function createTestHost(
  answers: Answers = {},
  options: HostOptions & { readonly hooks?: Partial<CreateOptions>; readonly session?: SessionOptions } = {},
) {
  const fired: Fired[] = []
  const audit = (name: EventName) => ({
    name: `audit ${name}`,
    run: (input: never) => {
      fired.push(input as Fired)
      return answers[name]?.(input as Fired)
    },
  })
  const hooks = await open({
    hooks: Object.fromEntries(eventNames.map((name) => [name, [audit(name)]])) as never,
    ...options.hooks,
  })
  const host = createHost(hooks, options)
  const session = host.session(options.session)
  const names = () => fired.map((event) => event.hook_event_name)
  const of = (name: EventName) => fired.filter((event) => event.hook_event_name === name)
  return { hooks, host, session, fired, names, of, one: (name: EventName) => of(name)[0] as Fired }
}
async function catchError(work: Promise<unknown>): Promise<HooklineError> {
  const thrown = await work.then(
    () => undefined,
    (error: unknown) => error,
  )
  expect(thrown).toBeInstanceOf(HooklineError)
  return thrown as HooklineError
}
const at = (name: string) => join(root, name)
const put = (name: string, text: string) => writeFileSync(at(name), text)
const server = { server: 'docs', url: 'http://127.0.0.1:1/mcp', tool: 'search', input: { query: 'x' } }
const mcpResult = { content: [{ type: 'text', text: 'found' }] }
const job = { type: 'explore', task: 'look around', description: 'Look' }
const outcome = { status: 'completed', summary: 'seen', messageCount: 3, toolCallCount: 1 } as const
const ignored = (work: Promise<unknown>) => work.catch(() => {})
const range = { start_line_number: 1, start_column: 1, end_line_number: 1, end_column: 4 }

interface Operation {
  /** The operation as the event rows name it. Default: the key. */
  readonly by?: string
  readonly does: (session: HostSession, host: Host) => unknown
  readonly fires: readonly EventName[]
}
/** Every operation, with the events it fires in order. */
const operations: Readonly<Record<string, Operation>> = {
  start: { does: (s) => s.start(), fires: ['sessionStart'] },
  'submit a prompt': { by: 'submitPrompt', does: (s) => s.submitPrompt('hello'), fires: ['beforeSubmitPrompt'] },
  'a command': {
    by: 'shell',
    does: (s) => s.shell('echo hi'),
    fires: ['preToolUse', 'beforeShellExecution', 'afterShellExecution', 'postToolUse'],
  },
  'a command that fails': {
    does: (s) => s.shell('exit 3'),
    fires: ['preToolUse', 'beforeShellExecution', 'afterShellExecution', 'postToolUseFailure'],
  },
  'a command that takes too long': {
    does: (s) => s.shell('sleep 30', { timeoutMs: 50 }),
    fires: ['preToolUse', 'beforeShellExecution', 'afterShellExecution', 'postToolUseFailure'],
  },
  'a command that cannot start': {
    does: (s) => ignored(s.shell('ls', { cwd: 'nowhere' })),
    fires: ['preToolUse', 'beforeShellExecution', 'postToolUseFailure'],
  },
  mcp: {
    does: (s) => s.mcp(server, async () => mcpResult),
    fires: ['preToolUse', 'beforeMCPExecution', 'afterMCPExecution', 'postToolUse'],
  },
  'mcp with an error for a result': {
    does: (s) => s.mcp(server, async () => ({ ...mcpResult, isError: true })),
    fires: ['preToolUse', 'beforeMCPExecution', 'afterMCPExecution', 'postToolUseFailure'],
  },
  'mcp out of reach': {
    does: (s) => ignored(s.mcp(server, () => Promise.reject(new Error('refused')))),
    fires: ['preToolUse', 'beforeMCPExecution', 'postToolUseFailure'],
  },
  read: { by: 'readFile', does: (s) => s.readFile('note.txt'), fires: ['preToolUse', 'beforeReadFile', 'postToolUse'] },
  'read what is not there': {
    does: (s) => ignored(s.readFile('nothing')),
    fires: ['preToolUse', 'postToolUseFailure'],
  },
  edit: {
    by: 'editFile',
    does: (s) => s.editFile('note.txt', { content: 'new' }),
    fires: ['preToolUse', 'afterFileEdit', 'postToolUse'],
  },
  'edit what is not in the file': {
    does: (s) => ignored(s.editFile('note.txt', { edits: [{ old_string: 'nowhere', new_string: '' }] })),
    fires: ['preToolUse', 'beforeReadFile', 'postToolUseFailure'],
  },
  delete: { does: (s) => s.deleteFile('note.txt'), fires: ['preToolUse', 'postToolUse'] },
  list: { does: (s) => s.list(), fires: ['preToolUse', 'postToolUse'] },
  grep: { does: (s) => s.grep('one'), fires: ['preToolUse', 'beforeReadFile', 'postToolUse'] },
  'a tool of its own that fails': {
    by: 'tool',
    does: (s) => ignored(s.tool('Weather', {}, () => Promise.reject(new Error('no sky')))),
    fires: ['preToolUse', 'postToolUseFailure'],
  },
  'a tool of its own': {
    by: 'tool',
    does: (s) => s.tool('Weather', {}, async () => 'rain'),
    fires: ['preToolUse', 'postToolUse'],
  },
  task: {
    does: (s) =>
      s.task(job, async (child) => {
        await child.list()
        return outcome
      }),
    fires: ['preToolUse', 'subagentStart', 'preToolUse', 'postToolUse', 'subagentStop', 'postToolUse'],
  },
  'task that throws': {
    does: (s) => ignored(s.task(job, () => Promise.reject(new Error('lost')))),
    fires: ['preToolUse', 'subagentStart', 'subagentStop', 'postToolUseFailure'],
  },
  compact: {
    does: (s) =>
      s.compact(
        { trigger: 'auto', contextTokens: 90, windowSize: 100, messageCount: 9, messagesToCompact: 5 },
        async () => 1,
      ),
    fires: ['preCompact'],
  },
  response: { does: (s) => s.response('done', { output_tokens: 3, durationMs: 9 }), fires: ['afterAgentResponse'] },
  thought: { does: (s) => s.thought('hm', { durationMs: 4 }), fires: ['afterAgentThought'] },
  stop: { does: (s) => s.stop('completed', { input_tokens: 5 }), fires: ['stop'] },
  'tab read': { by: 'tab.read', does: (s) => s.tab.read('note.txt'), fires: ['beforeTabFileRead'] },
  'tab edit': {
    by: 'tab.edit',
    does: (s) => s.tab.edit('note.txt', { range, text: 'ONE' }),
    fires: ['afterTabFileEdit'],
  },
  end: { does: (s) => s.end(), fires: ['sessionEnd'] },
  openWorkspace: { does: (_, host) => host.openWorkspace(), fires: ['workspaceOpen'] },
}

describe('an operation', () => {
  it.each(Object.entries(operations))(
    '%s fires its events in order, each with all required fields',
    async (_, { does, fires }) => {
      put('note.txt', 'one\ntwo\n')
      const { host, hooks, session, names, fired } = await createTestHost()
      await does(session, host)
      await host.close()
      await hooks.close()
      expect(names()).toEqual(fires)
      for (const event of fired) expect(missing(event)).toEqual([])
      const conversations = new Set(fired.map((event) => event.conversation_id))
      expect(conversations.size).toBe(fires.filter((name) => name === 'preToolUse').length > 1 ? 2 : 1)
    },
  )

  it('fires every event whose row names it', () => {
    const fires = ([key, { by = key, fires }]: [string, Operation]) => fires.map((name) => `${by} fires ${name}`)
    const known = new Set(Object.entries(operations).flatMap(fires))
    const named = eventNames.flatMap((name) => {
      const { operation } = eventRows[name]
      return operation === undefined ? [] : [`${operation} fires ${name}`]
    })
    expect(named.length).toBeGreaterThanOrEqual(21)
    expect(named.filter((one) => !known.has(one))).toEqual([])
  })

  it('is not needed for an event whose row names none: guard and fire work in the session', async () => {
    for (const name of eventNames.filter((one) => eventRows[one].operation === undefined)) {
      const { hooks, session, names, one } = await createTestHost()
      const input = { ...eventRows[name].sample(root), conversation_id: session.id } as never
      if (isGuardedEvent(name)) await hooks.guard(name, input, () => 'done')
      else await hooks.fire(name, input)
      expect(names()).toContain(name)
      expect(one(name).conversation_id).toBe(session.id)
    }
  })

  it('that opens a workspace returns the plugins that hooks name', async () => {
    const { host, one } = await createTestHost({ workspaceOpen: () => ({ pluginPaths: ['/opt/plugin'] }) })
    expect(await host.openWorkspace(['/a', '/b'])).toEqual({ pluginPaths: ['/opt/plugin'] })
    expect(one('workspaceOpen').workspace_roots).toEqual(['/a', '/b'])
  })
})

/** The fields that the event's published schema requires and the input lacks; a subagent that throws has no message count. */
function missing(event: Fired): string[] {
  const { required } = inputSchema(event.hook_event_name) as { required: string[] }
  const unknown = event.hook_event_name === 'subagentStop' && event.status === 'error' ? ['message_count'] : []
  return required.filter((name) => event[name] === undefined && !unknown.includes(name))
}

const no = () => ({ permission: 'deny', user_message: 'for you', agent_message: 'for it' })
const workAround = 'Do not attempt to work around this restriction using alternative methods or commands.'

describe('a refusal', () => {
  const refused: readonly [string, EventName, (s: HostSession) => Promise<unknown>, () => boolean, string, string][] = [
    [
      'of any tool',
      'preToolUse',
      (s) => s.shell('touch ran'),
      () => !existsSync(at('ran')),
      'Tool execution was blocked by a hook: for you',
      `The tool call was rejected by a hook: for it. ${workAround}`,
    ],
    [
      'of a command',
      'beforeShellExecution',
      (s) => s.shell('touch ran'),
      () => !existsSync(at('ran')),
      'Command execution was blocked by a hook: for you',
      `The terminal command was rejected by a hook: for it. ${workAround}`,
    ],
    [
      'of an MCP tool',
      'beforeMCPExecution',
      (s) => s.mcp(server, async () => put('ran', '')),
      () => !existsSync(at('ran')),
      'MCP tool execution was blocked by a hook: for you',
      `The MCP tool call was rejected by a hook: for it. ${workAround}`,
    ],
    [
      'of an edit',
      'preToolUse',
      (s) => s.editFile('note.txt', { content: 'gone' }),
      () => readFileSync(at('note.txt'), 'utf8') === 'one\n',
      'Tool execution was blocked by a hook: for you',
      `The tool call was rejected by a hook: for it. ${workAround}`,
    ],
    [
      'of a deletion',
      'preToolUse',
      (s) => s.deleteFile('note.txt'),
      () => existsSync(at('note.txt')),
      'Tool execution was blocked by a hook: for you',
      `The tool call was rejected by a hook: for it. ${workAround}`,
    ],
    [
      'of a subagent',
      'subagentStart',
      (s) =>
        s.task(job, async () => {
          put('ran', '')
          return outcome
        }),
      () => !existsSync(at('ran')),
      'Subagent creation was blocked by a hook: for you',
      `The subagent was rejected by a hook: for it. ${workAround}`,
    ],
  ]
  it.each(refused)('%s changes nothing, and both messages arrive', async (...row) => {
    const [, event, does, unchanged, person, model] = row
    put('note.txt', 'one\n')
    const { session, of } = await createTestHost({ [event]: no })
    const error = await catchError(does(session))
    expect(error).toMatchObject({
      code: 'ERROR_HOOKS_BLOCKED',
      message: person,
      clientVisibleErrorMessage: person,
      modelVisibleErrorMessage: model,
    })
    expect(unchanged()).toBe(true)
    expect(of('postToolUseFailure')).toMatchObject([{ failure_type: 'permission_denied' }])
    expect([...of('afterFileEdit'), ...of('afterShellExecution'), ...of('subagentStop')]).toEqual([])
  })

  it('of a read returns no content', async () => {
    put('.env', 'KEY=1')
    const { session } = await createTestHost({ beforeReadFile: no })
    const error = await catchError(session.readFile('.env'))
    expect(error).toMatchObject({
      code: 'FileReadBlockedByHook',
      clientVisibleErrorMessage: 'for you',
      modelVisibleErrorMessage: `File reading was blocked by a security hook: ${at('.env')}. ${workAround}`,
    })
    const tab = await createTestHost({ beforeTabFileRead: no })
    expect((await catchError(tab.session.tab.read('.env'))).code).toBe('FileReadBlockedByHook')
  })

  it('of a prompt is thrown, and the session continues', async () => {
    const { session } = await createTestHost({
      beforeSubmitPrompt: ({ prompt }) => (prompt === 'secret' ? { continue: false, user_message: 'no' } : undefined),
    })
    expect((await catchError(session.submitPrompt('secret'))).clientVisibleErrorMessage).toBe(
      'Submission blocked by hook: no',
    )
    expect(await session.submitPrompt('hello')).toEqual({})
  })

  it('of a session means that no operation can run in it', async () => {
    const { session, names, host } = await createTestHost({
      sessionStart: () => ({ continue: false, user_message: 'not now' }),
    })
    const [error, early] = await Promise.all([catchError(session.start()), catchError(session.shell('touch ran'))])
    expect(early.message).toBe(error.message)
    expect(error.clientVisibleErrorMessage).toBe('Session creation was blocked by a hook: not now')
    for (const does of [
      () => session.shell('touch ran'),
      () => session.submitPrompt('x'),
      () => session.stop('completed'),
    ])
      expect((await catchError(does())).clientVisibleErrorMessage).toBe(error.clientVisibleErrorMessage)
    await session.end()
    await host.close()
    expect(names()).toEqual(['sessionStart'])
    expect(existsSync(at('ran'))).toBe(false)
  })

  it('gets what the agent says about a call at the generic gate, for every kind of call', async () => {
    const { session, of } = await createTestHost()
    put('a.txt', 'x')
    const options = { agentMessage: 'because the user asked' }
    await session.shell('true', options)
    await session.readFile('a.txt', options)
    expect(of('preToolUse').map(({ agent_message }) => agent_message)).toEqual([
      options.agentMessage,
      options.agentMessage,
    ])
  })

  it('has the context that hooks add for the model', async () => {
    const { session } = await createTestHost({
      preToolUse: () => ({ additional_context: 'first' }),
      beforeShellExecution: no,
      postToolUseFailure: () => ({ additional_context: 'try make test' }),
    })
    expect((await catchError(session.shell('npm test'))).context).toBe('first\n\n---\n\ntry make test')
  })

  it('of a response withholds it', async () => {
    const { session } = await createTestHost({ afterAgentResponse: no })
    expect(await session.response('the key is 1234')).toEqual({
      shown: false,
      userMessage: 'Response was blocked by a hook: for you',
    })
    const { session: other } = await createTestHost()
    expect(await other.response('hello')).toEqual({ shown: true })
  })

  it('follows from an ask without an answer; with a yes the command runs', async () => {
    const ask = { beforeShellExecution: () => ({ permission: 'ask' }) }
    const { session } = await createTestHost(ask)
    expect((await catchError(session.shell('touch ran'))).code).toBe('ERROR_HOOKS_BLOCKED')
    expect(existsSync(at('ran'))).toBe(false)
    const asked: unknown[] = []
    const answered = await createTestHost(ask, {
      hooks: {
        onAsk: (question) => {
          asked.push(question.input.command)
          return 'allow'
        },
      },
    })
    await answered.session.shell('touch ran')
    expect(existsSync(at('ran'))).toBe(true)
    expect(asked).toEqual(['touch ran'])
  })

  it('follows from `ask` at the start of a subagent', async () => {
    const { session } = await createTestHost(
      { subagentStart: () => ({ permission: 'ask' }) },
      { hooks: { onAsk: () => 'allow' } },
    )
    expect((await catchError(session.task(job, async () => outcome))).code).toBe('ERROR_HOOKS_BLOCKED')
  })
})

describe('a rewrite', () => {
  it('changes the command that runs, as the process table shows', async () => {
    const { session, one } = await createTestHost({
      preToolUse: ({ tool_input }) => ({
        updated_input: { ...(tool_input as object), command: 'tr "\\\\0" " " < /proc/$$/cmdline; : rewritten' },
      }),
    })
    const { output } = await session.shell('echo original')
    expect(output).toContain(': rewritten')
    expect(output).not.toContain('original')
    expect(one('beforeShellExecution').command).toContain(': rewritten')
    expect(one('afterShellExecution').command).toContain(': rewritten')
  })

  it('changes the file that is read, written or deleted', async () => {
    put('a', 'A')
    put('b', 'B')
    const { session, one } = await createTestHost({
      preToolUse: ({ tool_input }) => ({ updated_input: { ...(tool_input as object), file_path: at('b') } }),
    })
    expect((await session.readFile('a')).content).toBe('B')
    expect(one('beforeReadFile')).toMatchObject({ file_path: at('b'), content: 'B' })
    await session.editFile('a', { content: 'new' })
    expect([readFileSync(at('a'), 'utf8'), readFileSync(at('b'), 'utf8')]).toEqual(['A', 'new'])
    expect(one('afterFileEdit')).toMatchObject({ file_path: at('b'), edits: [{ old_string: 'B', new_string: 'new' }] })
    await session.deleteFile('a')
    expect([existsSync(at('a')), existsSync(at('b'))]).toEqual([true, false])
  })

  it('to a value that the tool cannot use is a failure with a clear message', async () => {
    put('a', 'A')
    const { session } = await createTestHost({ preToolUse: () => ({ updated_input: { nonsense: true } }) })
    for (const does of [
      () => session.readFile('a'),
      () => session.editFile('a', { content: '' }),
      () => session.grep('x'),
    ])
      expect(await catchError(does())).toMatchObject({
        code: 'tool-failed',
        message: expect.stringContaining('cannot run'),
      })
    expect(readFileSync(at('a'), 'utf8')).toBe('A')
  })

  it('of content changes what a read returns and what grep finds', async () => {
    put('.env', 'KEY=1234\nOTHER=5\n')
    const { session } = await createTestHost({
      beforeReadFile: ({ content }) => ({ updated_content: String(content).replace('1234', '***') }),
    })
    expect((await session.readFile('.env')).content).toBe('KEY=***\nOTHER=5\n')
    expect((await session.grep('KEY')).matches).toEqual([{ file: at('.env'), line: 1, text: 'KEY=***' }])
    expect((await session.grep('1234')).matches).toEqual([])
  })

  it('of an MCP result changes what the model sees; of another result it has no effect', async () => {
    const { session } = await createTestHost({ postToolUse: () => ({ updated_mcp_tool_output: { content: [] } }) })
    expect(await session.mcp(server, async () => mcpResult)).toEqual({ output: { content: [] } })
    expect(await session.tool('Weather', {}, async () => 'rain')).toEqual({ output: 'rain' })
  })

  it('of MCP input reaches the server', async () => {
    const { session, one } = await createTestHost({ preToolUse: () => ({ updated_input: { query: 'y' } }) })
    expect(await session.mcp(server, async (input) => input)).toEqual({ output: { query: 'y' } })
    expect(one('beforeMCPExecution')).toMatchObject({
      tool_name: 'search',
      tool_input: '{"query":"y"}',
      mcp_server_name: 'docs',
      url: server.url,
    })
    expect(one('preToolUse')).toMatchObject({ tool_name: 'MCP:search', tool_input: server.input })
  })

  it('of a task changes the task of the subagent', async () => {
    const { session, one } = await createTestHost({
      preToolUse: ({ tool_input }) => ({
        updated_input: { ...(tool_input as object), prompt: 'look less', model: 'small', subagent_type: 'shell' },
      }),
    })
    const asked: unknown[] = []
    await session.task(job, async (_, message, _signal, started) => {
      asked.push(message, started)
      return outcome
    })
    expect(asked).toEqual(['look less', { type: 'shell', model: 'small' }])
    expect(one('subagentStart')).toMatchObject({ task: 'look less', subagent_model: 'small', subagent_type: 'shell' })
  })
})

describe('context and messages of hooks', () => {
  it('of all events of a call are joined', async () => {
    const { session } = await createTestHost({
      preToolUse: () => ({ additional_context: 'before' }),
      postToolUse: () => ({ additional_context: 'after' }),
    })
    expect((await session.shell('true')).context).toBe('before\n\n---\n\nafter')
    expect((await session.list()).context).toBe('before\n\n---\n\nafter')
  })

  it('at the start: context for the model, variables for later hooks and for commands', async () => {
    const { session } = await createTestHost(
      { sessionStart: () => ({ env: { TICKET: 'T-1', PATH: '/evil' }, additional_context: 'be kind' }) },
      {
        hooks: { trust: 'all' },
      },
    )
    expect(await session.start()).toEqual({ env: { TICKET: 'T-1' }, context: 'be kind' })
    const { output } = await session.shell('echo "$TICKET"; command -v ls >/dev/null && echo found')
    expect(output).toBe('T-1\nfound\n')
    expect((await session.shell('echo $TICKET', { env: { TICKET: 'mine' } })).output).toBe('mine\n')
  })

  it('for the user go to onInfo and stop nothing', async () => {
    const messages: unknown[] = []
    const { session } = await createTestHost(
      {
        beforeShellExecution: () => ({ permission: 'allow', user_message: 'mind the gap' }),
        preCompact: () => ({ user_message: 'half of it goes' }),
      },
      { onInfo: (info) => void messages.push([info.event, info.message]) },
    )
    await session.shell('true')
    const facts = { trigger: 'manual', contextTokens: 1, windowSize: 3, messageCount: 2, messagesToCompact: 1 } as const
    expect(await session.compact(facts, async () => 'short')).toBe('short')
    expect(messages).toEqual([
      ['beforeShellExecution', 'mind the gap'],
      ['preCompact', 'half of it goes'],
    ])
  })

  it('are not affected by an onInfo that throws', async () => {
    const { session } = await createTestHost(
      { beforeShellExecution: () => ({ permission: 'allow', user_message: 'x' }) },
      {
        onInfo: () => {
          throw new Error('mine')
        },
      },
    )
    expect((await session.shell('echo ok')).output).toBe('ok\n')
  })
})

describe('waiting', () => {
  const gate = () => {
    let release = () => {}
    const open = new Promise<void>((done) => {
      release = done
    })
    return { open, release: () => release() }
  }

  it('does not happen for events without reply fields, but close waits for them', async () => {
    const slow = gate()
    const ended: string[] = []
    const later = (name: string) => async () => {
      await slow.open
      ended.push(name)
    }
    const { host, session } = await createTestHost({
      afterShellExecution: later('shell'),
      afterMCPExecution: later('mcp'),
      afterAgentThought: later('thought'),
      afterTabFileEdit: later('tab'),
    })
    put('note.txt', 'one\n')
    await session.shell('true')
    await session.mcp(server, async () => mcpResult)
    session.thought('hm')
    await session.tab.edit('note.txt', { range, text: 'x' })
    expect(ended).toEqual([])
    slow.release()
    await host.close()
    expect(ended.toSorted()).toEqual(['mcp', 'shell', 'tab', 'thought'])
  })

  it('happens while afterFileEdit runs: no tool of the conversation starts, but those of others do', async () => {
    const slow = gate()
    const formatting = gate()
    const { host, session, names } = await createTestHost({
      afterFileEdit: async () => {
        formatting.release()
        await slow.open
        put('formatted', '')
      },
    })
    const edit = session.editFile('note.txt', { content: 'x' })
    await formatting.open
    const reads = Promise.all([session.shell('ls formatted'), session.readFile('formatted'), session.list()])
    expect((await host.session().shell('ls formatted; true')).output).toContain('No such file')
    expect(names().filter((name) => name === 'preToolUse')).toHaveLength(2)
    slow.release()
    await edit
    const [shell, , list] = await reads
    expect([shell.exitCode, list.names]).toEqual([0, ['formatted', 'note.txt']])
  })

  it('also happens for a tool that passed its gates before the edit', async () => {
    const asked = gate()
    const slow = gate()
    const formatting = gate()
    const { session } = await createTestHost({
      beforeShellExecution: () => asked.open.then(() => undefined),
      afterFileEdit: async () => {
        formatting.release()
        await slow.open
        put('formatted', '')
      },
    })
    const command = session.shell('ls formatted')
    const edit = session.editFile('note.txt', { content: 'x' })
    await formatting.open
    asked.release()
    await new Promise((done) => setTimeout(done, 50))
    slow.release()
    await edit
    expect((await command).exitCode).toBe(0)
  })

  it('end waits for running work, then fires sessionEnd without waiting for it', async () => {
    const slow = gate()
    const never = gate()
    let thought = false
    const { hooks, session, names, one } = await createTestHost({
      afterAgentThought: async () => {
        await slow.open
        thought = true
      },
      sessionEnd: () => never.open.then(() => undefined),
    })
    session.thought('hm')
    await session.stop('error')
    const end = session.end('user_close')
    slow.release()
    await end
    expect(thought).toBe(true)
    expect(names().at(-1)).toBe('sessionEnd')
    expect(one('sessionEnd')).toMatchObject({ reason: 'user_close', final_status: 'error', is_background_agent: false })
    expect((await catchError(session.shell('ls'))).code).toBe('closed')
    await session.end()
    never.release()
    await hooks.close()
    expect(names().filter((name) => name === 'sessionEnd')).toHaveLength(1)
  })

  it('an engine that is closed meanwhile does not lose the result', async () => {
    const { hooks, session } = await createTestHost()
    const { output } = await session.tool('Own', {}, async () => {
      await hooks.close()
      return 'done'
    })
    expect(output).toBe('done')
    session.thought('no hook receives it')
  })
})

describe('files', () => {
  it('are read once: the agent gets what the hooks saw, even if the file changes', async () => {
    put('note.txt', 'harmless')
    const { session, one } = await createTestHost({
      beforeReadFile: () => {
        writeFileSync(at('note.txt'), 'KEY=1234')
      },
    })
    expect((await session.readFile('note.txt')).content).toBe('harmless')
    expect(one('beforeReadFile').content).toBe('harmless')
  })

  it('are read by lines, and the hooks see those lines', async () => {
    put('note.txt', 'one\ntwo\nthree\nfour')
    const { session, of } = await createTestHost()
    const read = async (offset?: number, limit?: number) =>
      (
        await session.readFile('note.txt', {
          ...(offset === undefined ? {} : { offset }),
          ...(limit === undefined ? {} : { limit }),
        })
      ).content
    expect([await read(2, 2), await read(4), await read(undefined, 1), await read(9)]).toEqual([
      'two\nthree\n',
      'four',
      'one\n',
      '',
    ])
    expect(of('beforeReadFile').map((event) => event.content)).toEqual(['two\nthree\n', 'four', 'one\n', ''])
    expect(of('preToolUse')[0]).toMatchObject({ tool_input: { file_path: at('note.txt'), offset: 2, limit: 2 } })
  })

  it('that are not regular or too large are a clear error', async () => {
    const { session } = await createTestHost()
    mkdirSync(at('directory'))
    put('large', 'x'.repeat(10 * 1024 * 1024 + 1))
    put('binary', 'a\0b')
    await session.shell('mkfifo pipe')
    const errors: string[] = []
    for (const name of ['directory', 'pipe', 'large', 'binary', 'missing'])
      errors.push((await catchError(session.readFile(name))).message)
    expect(errors).toEqual([
      `${at('directory')} is a directory`,
      `${at('pipe')} is not a regular file`,
      `${at('large')} is larger than 10 MiB`,
      `${at('binary')} is a binary file`,
      expect.stringContaining('ENOENT'),
    ])
  })

  it('keep their mode, and a write through a link changes its target', async () => {
    await (await createTestHost()).session.shell('printf old > real.sh; chmod 750 real.sh; ln -s real.sh link.sh')
    const { session } = await createTestHost()
    await session.editFile('link.sh', { content: 'new' })
    const { output } = await session.shell('stat -c "%a %F" real.sh link.sh; cat real.sh; ls -A')
    expect(output).toBe('750 regular file\n777 symbolic link\nnewlink.sh\nreal.sh\n')
  })

  it('are passed to the hooks by the real path of a link, for reads and writes', async () => {
    const outside = join(dirname(root), 'outside.txt')
    writeFileSync(outside, 'kept')
    const { session, one } = await createTestHost({
      preToolUse: ({ tool_input }) =>
        String((tool_input as Fired).file_path).endsWith('outside.txt') ? { permission: 'deny' } : undefined,
    })
    symlinkSync(outside, at('link'))
    mkdirSync(at('real'))
    symlinkSync(at('real'), at('directory'))
    await catchError(session.editFile('link', { content: 'changed' }))
    await catchError(session.readFile('link'))
    expect(readFileSync(outside, 'utf8')).toBe('kept')
    expect((one('preToolUse').tool_input as Fired).file_path).toBe(outside)
    await session.editFile('directory/new.txt', { content: 'x' })
    expect(one('afterFileEdit').file_path).toBe(at('real/new.txt'))
  })

  it('are not written if a link replaced them while the hooks ran', async () => {
    const { session } = await createTestHost({
      preToolUse: () => {
        rmSync(at('a.txt'), { force: true })
        symlinkSync('/etc/passwd', at('a.txt'))
        return undefined
      },
    })
    put('a.txt', 'a')
    const { code, message } = await catchError(session.editFile('a.txt', { content: 'b' }))
    expect([code, message]).toEqual([
      'tool-failed',
      `${at('a.txt')} became a link to /etc/passwd while the hooks checked it, so it was not opened. Try again, and the hooks check /etc/passwd.`,
    ])
  })

  it('reveal nothing through a replacement that beforeReadFile would withhold', async () => {
    put('.env', 'TOKEN=a\n')
    const edits = (text: string) => ({ edits: [{ old_string: text, new_string: text }] })
    const denying = await createTestHost({ beforeReadFile: () => ({ permission: 'deny' }) })
    const messages = []
    for (const text of ['TOKEN=a', 'TOKEN=b'])
      messages.push((await catchError(denying.session.editFile('.env', edits(text)))).message)
    expect(new Set(messages).size).toBe(1)
    const redacting = await createTestHost({ beforeReadFile: () => ({ updated_content: 'TOKEN=[redacted]\n' }) })
    for (const text of ['TOKEN=a', 'TOKEN=b'])
      expect((await catchError(redacting.session.editFile('.env', edits(text)))).message).toContain(
        'is not in the file',
      )
    expect(readFileSync(at('.env'), 'utf8')).toBe('TOKEN=a\n')
  })

  it('are created with their directories if they do not exist', async () => {
    const { session, one } = await createTestHost()
    await session.editFile('a/b/c.txt', { content: 'new' })
    expect(readFileSync(at('a/b/c.txt'), 'utf8')).toBe('new')
    expect(one('afterFileEdit').edits).toEqual([{ old_string: '', new_string: 'new' }])
  })

  it('are edited only where old_string occurs exactly once', async () => {
    put('note.txt', 'one two two')
    const { session } = await createTestHost()
    const edit = (old_string: string) => session.editFile('note.txt', { edits: [{ old_string, new_string: 'X' }] })
    expect((await catchError(edit('three'))).message).toContain('is not in the file')
    expect((await catchError(edit('two'))).message).toContain('more than once')
    expect((await catchError(edit(''))).message).toContain('is empty')
    expect(readFileSync(at('note.txt'), 'utf8')).toBe('one two two')
    expect(await edit('one')).toEqual({ edits: [{ old_string: 'one', new_string: 'X' }] })
    expect(readFileSync(at('note.txt'), 'utf8')).toBe('X two two')
  })

  it('take concurrent edits, all of them', async () => {
    const words = Array.from({ length: 20 }, (_, nr) => `<${nr}>`)
    put('note.txt', words.join(' '))
    const { session } = await createTestHost()
    await Promise.all(
      words.map((word) =>
        session.editFile('note.txt', { edits: [{ old_string: word, new_string: word.replace('<', '[') }] }),
      ),
    )
    expect(readFileSync(at('note.txt'), 'utf8')).toBe(words.map((word) => word.replace('<', '[')).join(' '))
  })

  it('that are not text are not edited, and directories are not deleted', async () => {
    writeFileSync(at('latin'), Buffer.from([0x61, 0xe9]))
    mkdirSync(at('directory'))
    const { session } = await createTestHost()
    const edits = [{ old_string: 'a', new_string: 'b' }]
    expect((await catchError(session.editFile('latin', { edits }))).message).toContain('is not UTF-8 text')
    await catchError(session.deleteFile('directory'))
    expect(existsSync(at('directory'))).toBe(true)
  })

  it('are edited in a range by inline completion', async () => {
    put('note.txt', 'const a = 1\nconst b = 2\n')
    const { session, one, host } = await createTestHost()
    const inner = { start_line_number: 2, start_column: 7, end_line_number: 2, end_column: 8 }
    const edit = await session.tab.edit('note.txt', { range: inner, text: 'count' })
    expect(edit).toEqual({
      old_string: 'b',
      new_string: 'count',
      range: inner,
      old_line: 'const b = 2',
      new_line: 'const count = 2',
    })
    await host.close()
    expect(one('afterTabFileEdit').edits).toEqual([edit])
    expect(readFileSync(at('note.txt'), 'utf8')).toBe('const a = 1\nconst count = 2\n')
    for (const wrong of [
      { ...inner, end_line_number: 9 },
      { ...inner, start_column: 99 },
      { ...inner, end_column: 0 },
    ])
      expect((await catchError(session.tab.edit('note.txt', { range: wrong, text: '' }))).code).toBe('tool-failed')
  })
})

describe('grep', () => {
  it('finds lines below a path, but not behind links, in binaries, .git or node_modules', async () => {
    for (const name of ['src', '.git', 'node_modules', 'src/deep']) mkdirSync(at(name))
    for (const name of ['src/a.ts', 'src/deep/b.ts', '.git/c', 'node_modules/d.js']) put(name, 'no\nneedle 1\n')
    put('binary', 'needle\0')
    symlinkSync('/etc', at('src/etc'))
    const { session } = await createTestHost()
    const { matches, withheld, cut } = await session.grep('need+le \\d')
    expect(matches).toEqual([
      { file: at('src/a.ts'), line: 2, text: 'needle 1' },
      { file: at('src/deep/b.ts'), line: 2, text: 'needle 1' },
    ])
    expect([withheld, cut]).toEqual([0, false])
    expect((await session.grep('needle', { path: 'src/a.ts' })).matches).toHaveLength(1)
    expect(await session.grep('needle', { limit: 1 })).toMatchObject({ matches: [{}], cut: true })
  })

  it('cannot be used to bypass a hook that denies reads', async () => {
    put('.env', 'KEY=1234')
    put('code.ts', 'const KEY = 1')
    const { session, of } = await createTestHost({
      beforeReadFile: ({ file_path }) => (String(file_path).endsWith('.env') ? { permission: 'deny' } : undefined),
    })
    const { matches, withheld } = await session.grep('KEY')
    expect(matches).toEqual([{ file: at('code.ts'), line: 1, text: 'const KEY = 1' }])
    expect(withheld).toBe(1)
    expect(of('beforeReadFile').map((event) => event.content)).toEqual(['KEY=1234', 'const KEY = 1'])
  })

  it('takes linear time, and rejects patterns that a linear engine cannot run', async () => {
    put('long', `${'a'.repeat(5000)}!`)
    const { session } = await createTestHost()
    expect((await session.grep('^(a+)+$')).matches).toEqual([])
    expect((await catchError(session.grep('(?=.*a)b'))).message).toContain('look-around')
    expect((await catchError(session.grep('('))).code).toBe('tool-failed')
  })
})

describe('a subagent', () => {
  it('has its own conversation, and its start and end events belong to its parent’s', async () => {
    const { session, fired, one } = await createTestHost({ sessionStart: () => ({ env: { TICKET: 'T-1' } }) })
    await session.start()
    let printed = ''
    await session.task(job, async (child) => {
      await child.start()
      await child.submitPrompt('x')
      printed = (await child.shell('echo $TICKET')).output
      expect(await child.stop('completed')).toEqual({})
      await child.end()
      return outcome
    })
    const { subagent_id } = one('subagentStart')
    const inChild = fired.filter((event) => event.conversation_id === subagent_id)
    expect(inChild.map((event) => event.hook_event_name)).toEqual([
      'preToolUse',
      'beforeShellExecution',
      'afterShellExecution',
      'postToolUse',
    ])
    for (const name of ['subagentStart', 'subagentStop'] as const) expect(one(name).conversation_id).toBe(session.id)
    expect(one('subagentStart')).toMatchObject({ parent_conversation_id: session.id, task: job.task })
    expect(printed).toBe('T-1\n')
  })

  it('passes the variables of its parent’s session to its hooks', async () => {
    const { session } = await createTestHost(
      {},
      {
        hooks: {
          hooks: {
            sessionStart: [{ command: `printf '{"env":{"TICKET":"T-1"}}'` }],
            preToolUse: [{ command: `printf '{"additional_context":"%s"}' "$TICKET"` }],
          } as never,
        },
      },
    )
    await session.start()
    const contexts: unknown[] = []
    await session.task(job, async (child) => {
      contexts.push((await child.list()).context)
      await child.task(job, async (grandchild) => {
        contexts.push((await grandchild.list()).context)
        return outcome
      })
      return outcome
    })
    expect(contexts).toEqual(['T-1', 'T-1'])
  })

  it('reports its changed files and counts, and continues with a follow-up', async () => {
    const { session, of } = await createTestHost({
      subagentStop: ({ loop_count }) =>
        Number(loop_count) < 2 ? { followup_message: `again ${loop_count}` } : undefined,
    })
    const messages: string[] = []
    const { output } = await session.task({ ...job, transcriptPath: '/t.jsonl' }, async (child, message) => {
      messages.push(message)
      await child.editFile(`${messages.length}.txt`, { content: 'x' })
      return { ...outcome, toolCallCount: messages.length }
    })
    expect(messages).toEqual(['look around', 'again 0', 'again 1'])
    expect(output).toMatchObject({ toolCallCount: 3 })
    expect(of('subagentStop').map((event) => [event.loop_count, event.modified_files])).toEqual([
      [0, [at('1.txt')]],
      [1, [at('1.txt'), at('2.txt')]],
      [2, [at('1.txt'), at('2.txt'), at('3.txt')]],
    ])
    expect(of('subagentStop')[2]).toMatchObject({
      status: 'completed',
      summary: 'seen',
      description: 'Look',
      message_count: 3,
      tool_call_count: 3,
      agent_transcript_path: '/t.jsonl',
      duration_ms: expect.any(Number),
    })
  })

  it('that repeats itself is stopped', async () => {
    const { session } = await createTestHost(
      { subagentStop: () => ({ followup_message: 'again' }) },
      { loops: { rounds: 3 } },
    )
    let rounds = 0
    const { output } = await session.task(job, async (child) => {
      await child.editFile('x', { content: String(rounds++) })
      return outcome
    })
    expect(rounds).toBe(4)
    expect(output.ended).toBe('Stop hook auto-loop limit reached: 3 rounds')
  })

  it('that ends with an error is a failure of the call, and still returns a value', async () => {
    const { session, one } = await createTestHost()
    const { output } = await session.task(job, async () => ({ ...outcome, status: 'error', summary: 'lost' }))
    expect(output.status).toBe('error')
    expect(one('postToolUseFailure')).toMatchObject({ error_message: 'lost', failure_type: 'error' })
  })
})

describe('a stop', () => {
  it('returns the next message with a count, until the user sends one', async () => {
    const { session, of } = await createTestHost({
      stop: ({ loop_count }) => ({ followup_message: `go ${loop_count}` }),
    })
    const followUp = async () => (await session.stop('completed')).followUp
    expect([await followUp(), await followUp()]).toEqual([
      { text: 'go 0', isAutoFollowupFromStopHook: true, loopCount: 1 },
      { text: 'go 1', isAutoFollowupFromStopHook: true, loopCount: 2 },
    ])
    await session.submitPrompt('something else')
    expect((await followUp())?.loopCount).toBe(1)
    expect(of('stop').map((event) => event.loop_count)).toEqual([0, 1, 0])
    expect(new Set(of('stop').map((event) => event.generation_id)).size).toBe(2)
  })

  it('returns no message after the user aborts', async () => {
    const { session } = await createTestHost({ stop: () => ({ followup_message: 'go' }) })
    expect(await session.stop('aborted')).toEqual({})
  })

  it('returns no message above a limit, but the reason', async () => {
    const messages: string[] = []
    const { session } = await createTestHost(
      { stop: ({ loop_count }) => ({ followup_message: `go ${loop_count}` }) },
      { loops: { tokens: 100 }, onInfo: ({ message }) => void messages.push(message) },
    )
    expect(await session.stop('completed', { input_tokens: 40, output_tokens: 20 })).toHaveProperty('followUp')
    const ended = 'Stop hook auto-loop limit reached: 100 tokens (120 used)'
    expect(await session.stop('completed', { input_tokens: 60 })).toEqual({ ended })
    expect(messages).toEqual([ended])
  })

  it('applies the limits of hookline.json, which a project can only lower', async () => {
    const settings = (file: string, loops: unknown) => write(file, { version: 1, hooks: {}, loops })
    settings(join(home, '.config/hookline/hookline.json'), { rounds: 2 })
    settings(at('.hookline/hookline.json'), { rounds: 9, minutes: 60 })
    const answers: Answers = { stop: ({ loop_count }) => ({ followup_message: `go ${loop_count}` }) }
    const { session } = await createTestHost(answers, { loops: { rounds: 30 }, hooks: { env: {} } })
    const ends: (string | undefined)[] = []
    for (let round = 0; round < 3; round++) ends.push((await session.stop('completed')).ended)
    expect(ends).toEqual([undefined, undefined, 'Stop hook auto-loop limit reached: 2 rounds'])
  })

  it('returns no message if the rounds make no progress', async () => {
    const { session } = await createTestHost({ stop: () => ({ followup_message: 'go' }) })
    const rounds = async (act: () => Promise<unknown>) => {
      await session.submitPrompt('begin')
      let given = 0
      while ((await session.stop('completed')).followUp !== undefined && given < 4) {
        given++
        await act()
      }
      return given
    }
    expect(await rounds(async () => {})).toBe(2)
    expect(await rounds(() => session.editFile('x', { content: String(Math.random()) }))).toBe(4)
  })
})

describe('a host without hooks', () => {
  it('fires nothing until a hook is saved, even while a command runs', async () => {
    const hooks = await open()
    const host = createHost(hooks)
    const session = host.session()
    expect(hooks.hears('afterShellExecution')).toBe(false)
    // Each hook has its own file: nothing waits for an observer, so both may write at the same time.
    const keep = (event: string) => [{ command: `cat > ${at(event)}` }]
    const events = ['preToolUse', 'afterShellExecution']
    const file = { version: 1, hooks: Object.fromEntries(events.map((event) => [event, keep(event)])) }
    put('later.json', JSON.stringify(file))
    await session.shell('mkdir .cursor; sleep 0.2; cp later.json .cursor/hooks.json; sleep 0.3')
    await session.list()
    await host.close()
    const received = events.map((event) => JSON.parse(readFileSync(at(event), 'utf8')).hook_event_name)
    expect(received).toEqual(events)
  })

  it('of a closed engine does nothing', async () => {
    const hooks = await open()
    const session = createHost(hooks).session()
    await hooks.close()
    expect((await catchError(session.shell('touch ran'))).code).toBe('closed')
    expect(existsSync(at('ran'))).toBe(false)
  })
})

describe('misuse', () => {
  it('of the options throws at once', async () => {
    const { hooks } = await createTestHost()
    for (const options of [{ loops: { rounds: 0 } }, { loops: { usd: 'much' } }, { loops: 5 }, { onInfo: 'x' }])
      expect(() => createHost(hooks, options as never)).toThrow(HooklineError)
  })
})
