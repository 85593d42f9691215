import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { HooklineError } from '../errors.ts'
import { createHooks } from '../node/create-hooks.ts'
import type { CreateOptions } from '../node/create-options.ts'
import { type EventName, eventNames, eventRows, type GuardedEvent, isGuardedEvent } from '../protocol/events/index.ts'
import { genericEvents } from '../protocol/events/tools.ts'
import { useScratch } from '../testing/scratch.ts'

let base: string
let home: string
let root: string
const { opened } = useScratch((scratch) => {
  ;({ base, home, root } = scratch)
})

interface Fired {
  readonly hook_event_name: EventName
  readonly [field: string]: unknown
}
type Answers = Partial<Record<EventName, (input: Fired) => unknown>>

/** An engine whose hooks write down every event, and answer as given. */
async function audited(answers: Answers = {}, options: Partial<CreateOptions> = {}) {
  const fired: Fired[] = []
  const audit = (name: EventName) => ({
    name: `audit ${name}`,
    run: (input: never) => {
      fired.push(input as Fired)
      return answers[name]?.(input as Fired)
    },
  })
  const hooks = await createHooks({
    workspaceRoots: [root],
    home,
    watch: false,
    hooks: Object.fromEntries(eventNames.map((name) => [name, [audit(name)]])) as never,
    ...options,
  })
  opened.push(hooks)
  const names = () => fired.map((event) => event.hook_event_name)
  const of = (name: EventName) => fired.find((event) => event.hook_event_name === name)
  return { hooks, fired, names, of }
}
const shell = (command = 'npm test') => ({ command, cwd: root, sandbox: false })
const mcp = { tool_name: 'search', tool_input: '{"query":"x"}', mcp_server_name: 'docs', url: 'http://localhost' }
const read = () => ({ file_path: join(root, '.env'), content: 'KEY=1', attachments: [] })
const task = {
  subagent_id: 's',
  subagent_type: 'explore',
  task: 'look around',
  parent_conversation_id: 'p',
  tool_call_id: 'c',
  subagent_model: 'm',
  is_parallel_worker: false,
}
const tool = () => ({ tool_name: 'Grep', tool_input: { pattern: 'x' }, tool_use_id: 'given', cwd: root })
/** Every event whose row names an act, so that a new row is tested without an edit here. */
const guarded = eventNames.filter(isGuardedEvent)
const ownInputs = (): Partial<Record<GuardedEvent, object>> => ({
  beforeShellExecution: shell(),
  beforeMCPExecution: mcp,
  beforeReadFile: read(),
  subagentStart: task,
  preToolUse: tool(),
})
const inputOf = (name: GuardedEvent) => (ownInputs()[name] ?? eventRows[name].sample(root)) as never
const isGeneric = (name: EventName) => name === genericEvents.before
/** The generic event's fields, by the row. */
const toolOf = (name: GuardedEvent) => eventRows[name].act?.tool?.(inputOf(name)) ?? {}
async function caught(work: Promise<unknown>): Promise<HooklineError> {
  const thrown = await work.then(
    () => undefined,
    (error: unknown) => error,
  )
  expect(thrown).toBeInstanceOf(HooklineError)
  return thrown as HooklineError
}

describe('the order of a tool call', () => {
  it.each<[GuardedEvent, readonly EventName[]]>([
    ['beforeShellExecution', ['preToolUse', 'beforeShellExecution', 'afterShellExecution', 'postToolUse']],
    ['beforeMCPExecution', ['preToolUse', 'beforeMCPExecution', 'afterMCPExecution', 'postToolUse']],
    ['beforeReadFile', ['preToolUse', 'beforeReadFile', 'postToolUse']],
    ['subagentStart', ['preToolUse', 'subagentStart', 'subagentStop', 'postToolUse']],
    ['preToolUse', ['preToolUse', 'postToolUse']],
  ])('of %s: %j', async (name, order) => {
    const { hooks, names } = await audited()
    let before: EventName[] = []
    const result = await hooks.guard(name, inputOf(name), async () => {
      before = names()
      return 'done'
    })
    expect(result).toBe('done')
    expect(names()).toEqual(order)
    expect(before).toEqual(order.slice(0, order.indexOf(name) + 1))
  })

  it.each(guarded)('of %s is the generic gate, its own, the act, and what follows', async (name) => {
    const { hooks, names } = await audited()
    const after = eventRows[name].act?.after?.event
    await hooks.guard(name, inputOf(name), () => 'done')
    const gates = isGeneric(name) ? [name] : [genericEvents.before, name]
    expect(names()).toEqual([...gates, ...(after === undefined ? [] : [after]), genericEvents.after])
  })

  it('as a hook process writes it down', async () => {
    const log = join(base, 'events')
    const audit = `sed -n 's/.*"hook_event_name":"\\([A-Za-z]*\\)".*/\\1/p' >> ${log}`
    const file = join(root, '.cursor/hooks.json')
    mkdirSync(dirname(file))
    writeFileSync(
      file,
      JSON.stringify({ version: 1, hooks: Object.fromEntries(eventNames.map((name) => [name, [{ command: audit }]])) }),
    )
    const hooks = await createHooks({ workspaceRoots: [root], home, trust: 'all', watch: false })
    opened.push(hooks)
    await hooks.guard('beforeShellExecution', shell(), async () => ({ output: 'ok', exitCode: 0 }))
    expect(readFileSync(log, 'utf8').trim().split('\n')).toEqual([
      'preToolUse',
      'beforeShellExecution',
      'afterShellExecution',
      'postToolUse',
    ])
  })

  it('the generic events name the tool, its input, and one id', async () => {
    const wanted: Partial<Record<GuardedEvent, object>> = {
      beforeShellExecution: { tool_name: 'Shell', tool_input: { command: 'npm test', working_directory: root } },
      beforeMCPExecution: { tool_name: 'MCP:search', tool_input: { query: 'x' } },
      beforeReadFile: { tool_name: 'Read', tool_input: { file_path: join(root, '.env') } },
      subagentStart: { tool_name: 'Task' },
      preToolUse: { tool_name: 'Grep', tool_input: { pattern: 'x' }, tool_use_id: 'given' },
    }
    for (const name of guarded) {
      const { hooks, of } = await audited()
      await hooks.guard(name, inputOf(name), () => 'done')
      expect(of('preToolUse')).toMatchObject(wanted[name] ?? toolOf(name))
      expect(of('postToolUse')).toMatchObject(wanted[name] ?? toolOf(name))
      expect(of('preToolUse')?.tool_use_id).toEqual(expect.any(String))
      expect(of('postToolUse')?.tool_use_id).toBe(of('preToolUse')?.tool_use_id)
    }
  })

  it('all its events belong to the conversation that the caller named', async () => {
    const common = { conversation_id: 'mine', generation_id: 'g7', model: 'big', user_email: 'a@example.com' }
    for (const name of guarded) {
      const { hooks, fired } = await audited()
      await hooks.guard(name, { ...(inputOf(name) as object), ...common } as never, () => 'done')
      for (const event of fired) expect(event).toMatchObject({ ...common, session_id: 'mine' })
    }
  })

  it('a shell command: what it printed, how long it took, and its exit code', async () => {
    const { hooks, of } = await audited()
    await hooks.guard('beforeShellExecution', shell(), () => ({ output: 'fine\n', exitCode: 0 }))
    expect(of('afterShellExecution')).toMatchObject({ ...shell(), output: 'fine\n', duration: expect.any(Number) })
    expect(JSON.parse(String(of('postToolUse')?.tool_output))).toEqual({ output: 'fine\n', exitCode: 0 })
    expect(of('postToolUse')?.duration).toEqual(expect.any(Number))
  })

  it('an MCP tool: its result as JSON text, and the server', async () => {
    const { hooks, of } = await audited()
    const result = { content: [{ type: 'text', text: '3 results' }] }
    await hooks.guard('beforeMCPExecution', mcp, () => result)
    expect(of('afterMCPExecution')).toMatchObject({ ...mcp, mcp_server_url: 'http://localhost' })
    expect(JSON.parse(String(of('afterMCPExecution')?.result_json))).toEqual(result)
    expect(JSON.parse(String(of('postToolUse')?.tool_output))).toEqual(result)
  })

  it('a subagent: its task and its result', async () => {
    const { hooks, of } = await audited()
    await hooks.guard('subagentStart', task, () => ({ summary: 'found', message_count: 3 }))
    expect(of('subagentStop')).toMatchObject({
      subagent_type: 'explore',
      status: 'completed',
      task: 'look around',
      summary: 'found',
      message_count: 3,
      loop_count: 0,
    })
  })

  it('an act may give back nothing', async () => {
    for (const name of guarded) {
      const { hooks, names } = await audited()
      await hooks.guard(name, inputOf(name), async () => {})
      expect(names().at(-1)).toBe('postToolUse')
    }
  })
})

describe('a rewrite', () => {
  it('by the generic gate is what the specific gate, the act and what follows see', async () => {
    const { hooks, of } = await audited({
      preToolUse: () => ({ updated_input: { command: 'npm test --silent', working_directory: '/tmp' } }),
    })
    let ran: unknown
    await hooks.guard('beforeShellExecution', shell(), (input) => {
      ran = input
      return ''
    })
    for (const seen of [of('beforeShellExecution'), ran, of('afterShellExecution')])
      expect(seen).toMatchObject({ command: 'npm test --silent', cwd: '/tmp' })
    expect(of('postToolUse')).toMatchObject({ tool_input: { command: 'npm test --silent', working_directory: '/tmp' } })
  })

  it('cannot smuggle past the specific gate', async () => {
    const { hooks } = await audited({
      preToolUse: () => ({ updated_input: { command: 'rm -rf /', working_directory: root } }),
      beforeShellExecution: (input) => (String(input.command).startsWith('rm') ? { permission: 'deny' } : undefined),
    })
    let called = false
    const error = await caught(
      hooks.guard('beforeShellExecution', shell('ls'), () => {
        called = true
      }),
    )
    expect(error.code).toBe('ERROR_HOOKS_BLOCKED')
    expect(called).toBe(false)
  })

  it('of MCP input reaches the specific gate as JSON text', async () => {
    const { hooks, of } = await audited({ preToolUse: () => ({ updated_input: { query: 'y' } }) })
    let ran: { tool_input?: unknown } = {}
    await hooks.guard('beforeMCPExecution', mcp, (input) => {
      ran = input
    })
    expect(JSON.parse(String(of('beforeMCPExecution')?.tool_input))).toEqual({ query: 'y' })
    expect(JSON.parse(String(ran.tool_input))).toEqual({ query: 'y' })
    expect(JSON.parse(String(of('afterMCPExecution')?.tool_input))).toEqual({ query: 'y' })
  })

  it('of a path, a subagent and a generic call reach the act', async () => {
    const moved = await audited({ preToolUse: () => ({ updated_input: { file_path: '/w/other' } }) })
    expect(await moved.hooks.guard('beforeReadFile', read(), (input) => input.file_path)).toBe('/w/other')
    const other = await audited({ preToolUse: () => ({ updated_input: { pattern: 'y' } }) })
    expect(await other.hooks.guard('preToolUse', tool(), (input) => input.tool_input)).toEqual({ pattern: 'y' })
    expect(other.of('postToolUse')).toMatchObject({ tool_input: { pattern: 'y' } })
  })

  it('of content is what the reader gets', async () => {
    const { hooks } = await audited({ beforeReadFile: () => ({ updated_content: 'KEY=***' }) })
    expect(await hooks.guard('beforeReadFile', read(), (input) => input.content)).toBe('KEY=***')
  })
})

describe('a refusal', () => {
  const no = () => ({ permission: 'deny', user_message: 'for you', agent_message: 'for it' })

  it.each(guarded)('by %s: the act is not called, the error says all, and failure is observed', async (name) => {
    const { hooks, names, of } = await audited({ [name]: no })
    let called = false
    const error = await caught(
      hooks.guard(name, inputOf(name), () => {
        called = true
      }),
    )
    expect(called).toBe(false)
    const code = name === 'beforeReadFile' ? 'FileReadBlockedByHook' : eventRows[name].refusal?.code
    expect(error.code).toBe(code)
    expect(error.name).toBe(code === 'FileReadBlockedByHook' ? 'FileReadBlockedByHookError' : 'HooklineError')
    expect(error.effect).toMatchObject({ event: name, verdict: 'deny', kind: 'refuse' })
    expect(error.clientVisibleErrorMessage).toBe(error.effect?.userMessage)
    expect(error.modelVisibleErrorMessage).toBe(error.effect?.agentMessage)
    expect(error.clientVisibleErrorMessage).toContain('for you')
    expect(error.message).toBe(error.clientVisibleErrorMessage)
    const before = isGeneric(name) ? [] : [genericEvents.before]
    expect(names()).toEqual([...before, name, 'postToolUseFailure'])
    expect(of('postToolUseFailure')).toMatchObject({
      failure_type: 'permission_denied',
      is_interrupt: false,
      tool_use_id: of('preToolUse')?.tool_use_id,
      tool_name: of('preToolUse')?.tool_name,
    })
    expect(of('postToolUseFailure')?.error_message).toBeTruthy()
  })

  it('by the generic gate fires no specific event', async () => {
    for (const name of guarded) {
      const { hooks, names } = await audited({ preToolUse: no })
      const error = await caught(hooks.guard(name, inputOf(name), () => 'never'))
      expect(error.code).toBe('ERROR_HOOKS_BLOCKED')
      expect(error.clientVisibleErrorMessage).toBe('Tool execution was blocked by a hook: for you')
      expect(names()).toEqual(['preToolUse', 'postToolUseFailure'])
    }
  })

  it('is what a question left to the host is, and one that is answered yes is not', async () => {
    const ask = { beforeShellExecution: () => ({ permission: 'ask' }) }
    const left = await audited(ask, { onAsk: 'host' })
    const error = await caught(left.hooks.guard('beforeShellExecution', shell(), () => 'never'))
    expect(error.effect?.kind).toBe('ask')
    const answered = await audited(ask, { onAsk: () => 'allow' })
    expect(await answered.hooks.guard('beforeShellExecution', shell(), () => 'ran')).toBe('ran')
  })

  it('in monitor mode is none', async () => {
    const hooks = await createHooks({
      workspaceRoots: [root],
      home,
      watch: false,
      hooks: { beforeShellExecution: [{ name: 'm', mode: 'monitor', run: no }] as never },
    })
    opened.push(hooks)
    expect(await hooks.guard('beforeShellExecution', shell(), () => 'ran')).toBe('ran')
  })
})

describe('an act that fails', () => {
  const failing = async (error: unknown) => {
    const { hooks, names, of } = await audited()
    const thrown = await hooks
      .guard('beforeShellExecution', shell(), async () => {
        throw error
      })
      .catch((caught: unknown) => caught)
    expect(thrown).toBe(error)
    expect(names()).toEqual(['preToolUse', 'beforeShellExecution', 'postToolUseFailure'])
    return of('postToolUseFailure')
  }

  it('with an error is an error, and the host gets that very error', async () => {
    const seen = await failing(new Error('ENOENT'))
    expect(seen).toMatchObject({ error_message: 'ENOENT', failure_type: 'error', is_interrupt: false })
    expect(seen?.duration).toEqual(expect.any(Number))
    expect(await failing('just text')).toMatchObject({ error_message: 'just text', failure_type: 'error' })
  })

  it('with a timeout is a timeout', async () => {
    expect(await failing(new DOMException('late', 'TimeoutError'))).toMatchObject({ failure_type: 'timeout' })
  })

  it('with an abort is an interrupt', async () => {
    expect(await failing(new DOMException('stop', 'AbortError'))).toMatchObject({ is_interrupt: true })
  })

  it('that throws before it gives a promise is the same', async () => {
    const { hooks, names } = await audited()
    const act = () => {
      throw new Error('at once')
    }
    await expect(hooks.guard('beforeMCPExecution', mcp, act)).rejects.toThrow('at once')
    expect(names().at(-1)).toBe('postToolUseFailure')
  })

  it('with a non-zero exit fires afterShellExecution, then the failure, and gives its result back', async () => {
    const { hooks, names, of } = await audited()
    const result = await hooks.guard('beforeShellExecution', shell(), async () => ({ output: 'bad\n', exitCode: 3 }))
    expect(result).toEqual({ output: 'bad\n', exitCode: 3 })
    expect(names()).toEqual(['preToolUse', 'beforeShellExecution', 'afterShellExecution', 'postToolUseFailure'])
    expect(of('afterShellExecution')).toMatchObject({ output: 'bad\n' })
    expect(of('postToolUseFailure')).toMatchObject({ failure_type: 'error', tool_name: 'Shell' })
    expect(of('postToolUseFailure')?.error_message).toContain('3')
  })
})

describe('misuse of guard', () => {
  it('an event before no act', async () => {
    const { hooks, fired } = await audited()
    const input = { status: 'completed', file_path: '/x', edits: [] }
    for (const name of ['stop', 'nothing', 'toString', 'afterFileEdit'])
      expect((await caught(hooks.guard(name as never, input as never, () => 'never'))).code).toBe('unknown-event')
    expect(fired).toEqual([])
  })

  it('an input that cannot be used: the act is not called', async () => {
    const { hooks } = await audited()
    let called = false
    const act = () => {
      called = true
    }
    for (const input of [undefined, null, 'ls', [], {}, { command: 5 }])
      expect((await caught(hooks.guard('beforeShellExecution', input as never, act))).code).toBe('bad-input')
    const needing = guarded.filter((name) =>
      Object.values(eventRows[name].input).some(({ need }) => need === 'essential'),
    )
    expect(needing.length).toBeGreaterThanOrEqual(5)
    for (const name of needing) expect((await caught(hooks.guard(name, {} as never, act))).code).toBe('bad-input')
    expect(called).toBe(false)
  })

  it('an input that cannot be used fires nothing', async () => {
    const { hooks, fired } = await audited()
    await caught(hooks.guard('beforeShellExecution', { command: 5 } as never, () => 'never'))
    await caught(hooks.guard('beforeMCPExecution', { tool_name: 5 } as never, () => 'never'))
    expect(fired).toEqual([])
  })

  it('a closed engine', async () => {
    const { hooks } = await audited()
    await hooks.close()
    expect((await caught(hooks.guard('beforeShellExecution', shell(), () => 'never'))).code).toBe('closed')
  })

  it('what an act gave back or threw is not lost when the engine is closed meanwhile', async () => {
    const one = await audited()
    const result = await one.hooks.guard('beforeShellExecution', shell(), async () => {
      await one.hooks.close()
      return 'done'
    })
    expect(result).toBe('done')
    const two = await audited()
    const act = async () => {
      await two.hooks.close()
      throw new Error('mine')
    }
    await expect(two.hooks.guard('beforeShellExecution', shell(), act)).rejects.toThrow('mine')
  })

  it('every row that names an act has a gate before it and says how a refusal is worded', () => {
    const gateless = guarded.filter((name) => {
      const { gate, guardsAct, refusal } = eventRows[name]
      return gate.kind === 'none' || !guardsAct || refusal === undefined
    })
    expect(gateless).toEqual([])
  })
})

describe('an act under a signal', () => {
  it('that aborts during a gate refuses by the policy of that gate', async () => {
    const { hooks } = await audited({ beforeMCPExecution: () => new Promise(() => {}) })
    const cancel = new AbortController()
    const work = hooks.guard('beforeMCPExecution', mcp, () => 'never', { signal: cancel.signal })
    setTimeout(() => cancel.abort(), 50)
    const error = await caught(work)
    expect(error.effect?.because).toMatchObject({ rule: 'failed-closed', failure: 'deadline' })
  })
})

describe('a command inside the call of another tool', () => {
  it('passes the gates of shell commands in a guarded call', async () => {
    const { hooks, names, of } = await audited()
    const input = { tool_name: 'watcher', tool_input: { cmd: 'make' }, tool_use_id: 't', cwd: root }
    await hooks.guard('preToolUse', input, () => ({ output: 'done' }))
    expect(names()).toEqual(['preToolUse', 'beforeShellExecution', 'afterShellExecution', 'postToolUse'])
    expect(of('beforeShellExecution')).toMatchObject({ command: 'make', cwd: root, tool_name: 'watcher' })
    expect(of('afterShellExecution')).toMatchObject({ command: 'make', output: 'done' })
  })

  it('is not run when such a gate refuses, for a tool of an MCP server either', async () => {
    const { hooks } = await audited({ beforeShellExecution: () => ({ permission: 'deny', user_message: 'no' }) })
    const act = () => expect.unreachable()
    const input = { tool_name: 'watcher', tool_input: { command: 'make' }, tool_use_id: 't', cwd: root }
    await expect(hooks.guard('preToolUse', input, act)).rejects.toMatchObject({ code: 'ERROR_HOOKS_BLOCKED' })
    const call = { ...mcp, tool_name: 'run', tool_input: '{"command":"make"}' }
    await expect(hooks.guard('beforeMCPExecution', call, act)).rejects.toMatchObject({ code: 'ERROR_HOOKS_BLOCKED' })
  })

  it('is judged as a hook rewrote it', async () => {
    const { hooks, of } = await audited({ preToolUse: () => ({ updated_input: { command: 'make test' } }) })
    const input = { tool_name: 'watcher', tool_input: { command: 'make' }, tool_use_id: 't', cwd: root }
    await hooks.guard('preToolUse', input, () => 0)
    expect(of('beforeShellExecution')).toMatchObject({ command: 'make test' })
  })
})
