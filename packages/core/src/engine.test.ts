import { existsSync, mkdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { editions } from './editions.ts'
import type { Edition, Effect, HookRecord, Verdict } from './flow.ts'
import type { Hooks } from './hooks.ts'
import { createHooks } from './node/create-hooks.ts'
import type { CreateOptions } from './node/create-options.ts'
import type { Question } from './ports.ts'
import { type EventName, eventNames, eventRows } from './protocol/events/index.ts'
import { editionNames } from './protocol/row.ts'
import type { InlineHooks } from './sources/inline.ts'
import { decide } from './steps/decide.ts'
import { enforce } from './steps/enforce.ts'
import { fakeEvent } from './testing/fakes.ts'
import { type Configured, hooksFile, useScratch, write } from './testing/scratch.ts'
import { until } from './testing/wait-until.ts'

let base: string
let home: string
let root: string
let enterpriseDir: string
const { open } = useScratch((scratch) => {
  ;({ base, home, root, enterpriseDir } = scratch)
})

const project = (hooks: Configured) => write(join(root, '.cursor/hooks.json'), hooksFile(hooks))
const user = (hooks: Configured) => write(join(home, '.cursor/hooks.json'), hooksFile(hooks))
const enterprise = (hooks: Configured) => write(join(enterpriseDir, 'hooks.json'), hooksFile(hooks))
const own = (hooks: Configured) => write(join(root, '.hookline/hookline.json'), hooksFile(hooks))
const says = (reply: unknown) => `printf '%s' '${JSON.stringify(reply)}'`
/** An embedder's hook that always answers the same. */
const inline = (reply: unknown, more: Record<string, unknown> = {}) => ({
  name: JSON.stringify(reply),
  ...more,
  run: () => reply as never,
})
const shell = (command = 'ls') => ({ command, cwd: root, sandbox: false })
const tool = (command = 'ls') => ({ tool_name: 'Shell', tool_input: { command }, tool_use_id: 't', cwd: root })
const sample = (name: EventName) => eventRows[name].sample(root) as never
const fireSample = (hooks: Hooks, name: EventName) => hooks.fire(name, sample(name)) as Promise<Effect>
const wait = (ms: number) => new Promise((done) => setTimeout(done, ms))
const outcomes = (effect: Effect) => effect.runs.map((run) => run.outcome.kind)

describe('the effect', () => {
  it('of an event without hooks allows, and says that no hook ran', async () => {
    const hooks = await open()
    const effect = await hooks.fire('beforeShellExecution', shell())
    expect(effect).toMatchObject({
      event: 'beforeShellExecution',
      verdict: 'allow',
      kind: 'proceed',
      reply: {},
      runs: [],
      because: { rule: 'nobody', entries: [] },
      plan: { event: 'beforeShellExecution', edition: 'hookline', entries: [], skipped: [] },
    })
    for (const absent of ['userMessage', 'agentMessage', 'originalInput', 'context', 'env', 'followUp', 'output'])
      expect(effect).not.toHaveProperty(absent)
    expect(effect.input).toMatchObject(shell())
  })

  it('of a refusal names who decided and by what', async () => {
    const command = says({ permission: 'deny', user_message: 'not here', agent_message: 'use the other one' })
    project({ beforeShellExecution: [command] })
    const hooks = await open()
    const effect = await hooks.fire('beforeShellExecution', shell())
    expect(effect).toMatchObject({
      verdict: 'deny',
      kind: 'refuse',
      reply: { permission: 'deny', user_message: 'not here', agent_message: 'use the other one' },
      because: { rule: 'reply', entries: [{ command, origin: { source: 'project', line: 1 } }] },
    })
    expect(effect.because.message).toContain(command)
    expect(effect.plan.entries).toHaveLength(1)
  })

  it('has runs with id, entry, look, duration, exit code, both texts, outcome and notes', async () => {
    const reply = { permission: 'allow', env: { A: 'b' } }
    project({ beforeShellExecution: [`echo aside >&2; ${says(reply)}`] })
    const effect = await (await open()).fire('beforeShellExecution', shell())
    expect(effect.runs).toHaveLength(1)
    expect(effect.runs[0]).toEqual({
      id: expect.any(String),
      entry: effect.plan.entries[0],
      look: 1,
      startedAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT/),
      durationMs: expect.any(Number),
      exitCode: 0,
      stdout: JSON.stringify(reply),
      stderr: 'aside\n',
      outcome: { kind: 'replied', verdict: 'allow', reply: {} },
      notes: ['field-ignored:env'],
    })
  })

  it('does not report a deny as ignored that was counted', async () => {
    project({ beforeSubmitPrompt: [says({ permission: 'deny', env: {} })] })
    const { kind, runs } = await (await open()).fire('beforeSubmitPrompt', sample('beforeSubmitPrompt'))
    expect(kind).toBe('refuse')
    expect(runs[0]?.notes).toEqual(['heard-no:permission', 'field-ignored:env'])
  })

  it('does not call an ask ignored that refused', async () => {
    project({ beforeSubmitPrompt: [says({ permission: 'ask', env: {} })] })
    const { kind, runs } = await (await open()).fire('beforeSubmitPrompt', sample('beforeSubmitPrompt'))
    expect(kind).toBe('refuse')
    expect(runs[0]?.notes).toEqual(['field-ignored:env', 'cannot-ask'])
  })

  it('distinguishes the four outcomes, and a signal from an exit', async () => {
    project({
      beforeShellExecution: ['true', says({}), 'echo stop >&2; exit 2', 'exit 3', 'kill -9 $$', './nowhere.sh'],
    })
    const { runs, because } = await (await open()).fire('beforeShellExecution', shell())
    expect(runs.map(({ outcome, exitCode, signal }) => [outcome.kind, exitCode, signal])).toEqual([
      ['silent', 0, undefined],
      ['replied', 0, undefined],
      ['blocked', 2, undefined],
      ['failed', 3, undefined],
      ['failed', undefined, 'SIGKILL'],
      ['failed', 127, undefined],
    ])
    expect(runs[3]?.outcome).toMatchObject({ code: 'exit', policy: 'open' })
    expect(runs[4]?.outcome).toMatchObject({ code: 'signal', policy: 'open' })
    expect(because).toMatchObject({ rule: 'exit-2' })
  })

  it('lists runs in configured order, whichever hook ends first', async () => {
    enterprise({ stop: ['sleep 0.2; true'] })
    project({ stop: ['sleep 0.1; true', 'true'] })
    user({ stop: ['echo'] })
    const { runs } = await (await open()).fire('stop', { status: 'completed' } as never)
    expect(runs.map(({ entry }) => [entry.origin.source, entry.command])).toEqual([
      ['enterprise', 'sleep 0.2; true'],
      ['project', 'sleep 0.1; true'],
      ['project', 'true'],
      ['user', 'echo'],
    ])
  })

  it('carries what each event may say: context, env, follow-up, output, plugin paths', async () => {
    const hooks = await open({
      hooks: {
        sessionStart: [inline({ env: { A: '1' }, additional_context: 'be kind' })],
        stop: [inline({ followup_message: 'again' })],
        postToolUse: [inline({ updated_mcp_tool_output: { text: 'less' }, additional_context: 'cut' })],
        workspaceOpen: [inline({ pluginPaths: ['/nowhere/plugin', 'relative'] })],
        preCompact: [inline({ user_message: 'compacting' })],
      },
    })
    const started = await hooks.fire('sessionStart', { is_background_agent: false })
    expect(started).toMatchObject({ kind: 'proceed', env: { A: '1' }, context: 'be kind' })
    const stopped = await hooks.fire('stop', { status: 'completed' } as never)
    expect(stopped).toMatchObject({ kind: 'follow-up', verdict: 'allow', followUp: 'again' })
    const mcp = { ...tool(), tool_name: 'MCP:search', tool_output: '{}', duration: 1 }
    expect(await hooks.fire('postToolUse', mcp)).toMatchObject({ output: { text: 'less' }, context: 'cut' })
    const local = await hooks.fire('postToolUse', { ...mcp, tool_name: 'Shell' })
    expect(local).not.toHaveProperty('output')
    expect(local.runs[0]?.notes).toContain('field-ignored:updated_mcp_tool_output')
    expect((await hooks.fire('workspaceOpen', {})).pluginPaths).toEqual(['/nowhere/plugin'])
    expect(await fireSample(hooks, 'preCompact')).toMatchObject({ kind: 'proceed', userMessage: 'compacting' })
  })

  it('has the original input only after a rewrite', async () => {
    const hooks = await open({
      hooks: { preToolUse: [inline({ updated_input: { command: 'ls -l' } }, { matcher: 'Shell' })] },
    })
    const effect = await hooks.fire('preToolUse', tool())
    expect(effect.kind).toBe('proceed')
    expect(effect.input.tool_input).toEqual({ command: 'ls -l' })
    expect(effect.originalInput?.tool_input).toEqual({ command: 'ls' })
    expect(effect.reply.updated_input).toEqual({ command: 'ls -l' })
    const same = await hooks.fire('preToolUse', tool('ls -l'))
    expect(same).not.toHaveProperty('originalInput')
  })

  it('of continue:false is a deny', async () => {
    const hooks = await open({
      hooks: { beforeSubmitPrompt: [inline({ continue: false }), inline({ continue: true })] },
    })
    const effect = await fireSample(hooks, 'beforeSubmitPrompt')
    expect(effect).toMatchObject({ verdict: 'deny', kind: 'refuse', reply: { continue: false } })
  })

  it('of an allow with a message shows it to the person as it is', async () => {
    const hooks = await open({ hooks: { preToolUse: [inline({ permission: 'allow', user_message: 'noted' })] } })
    expect(await hooks.fire('preToolUse', tool())).toMatchObject({
      kind: 'proceed',
      userMessage: 'noted',
      because: { rule: 'reply' },
    })
  })

  it('survives JSON: nothing in it is undefined', async () => {
    const hooks = await open({ hooks: { preToolUse: [inline({}), inline({ permission: 'deny' })] } })
    const effect = await hooks.fire('preToolUse', tool())
    const { call: _, ...entry } = effect.plan.entries[0] as never as Record<string, unknown>
    for (const part of [{ ...effect, runs: [], plan: {}, because: {} }, entry])
      expect(JSON.parse(JSON.stringify(part))).toEqual(part)
    for (const part of [effect, effect.because, ...effect.runs])
      expect(Object.entries(part).filter(([, value]) => value === undefined)).toEqual([])
  })
})

describe('the common fields', () => {
  const fireAndRecord = async (options: Partial<CreateOptions> = {}) => {
    const seen: Record<string, unknown>[] = []
    const run = (input: unknown) => void seen.push(input as Record<string, unknown>)
    const audit = [{ name: 'audit', run: run as never }]
    const hooks = await open({
      ...options,
      hooks: { stop: audit, beforeSubmitPrompt: audit, workspaceOpen: audit, afterAgentThought: audit },
    })
    return { hooks, seen, last: () => seen.at(-1) as Record<string, unknown> }
  }
  const prompt = { prompt: 'hello', attachments: [] }

  it('are filled in where the caller leaves them out', async () => {
    const { hooks, last } = await fireAndRecord()
    await hooks.fire('afterAgentThought', { text: 'hm' })
    const id = last().conversation_id
    expect(id).toEqual(expect.any(String))
    expect(last()).toMatchObject({
      session_id: id,
      generation_id: expect.any(String),
      model: expect.any(String),
      hook_event_name: 'afterAgentThought',
      cursor_version: '3.0.0',
      workspace_roots: [root],
      user_email: null,
      transcript_path: null,
      text: 'hm',
    })
  })

  it('name one conversation per engine, and a new generation for each message of the person', async () => {
    const { hooks, seen } = await fireAndRecord()
    await hooks.fire('beforeSubmitPrompt', prompt)
    await hooks.fire('afterAgentThought', { text: 'hm' })
    await hooks.fire('stop', { status: 'completed' } as never)
    await hooks.fire('beforeSubmitPrompt', prompt)
    await hooks.fire('afterAgentThought', { text: 'hm' })
    expect(new Set(seen.map((input) => input.conversation_id)).size).toBe(1)
    const [first, second, third, fourth, fifth] = seen.map((input) => input.generation_id)
    expect([second, third]).toEqual([first, first])
    expect(fourth).not.toBe(first)
    expect(fifth).toBe(fourth)
    const other = await fireAndRecord()
    await other.hooks.fire('afterAgentThought', { text: 'hm' })
    expect(other.last().conversation_id).not.toBe(seen[0]?.conversation_id)
  })

  it('explain begins no new generation', async () => {
    const { hooks, seen } = await fireAndRecord()
    await hooks.fire('beforeSubmitPrompt', prompt)
    hooks.explain('beforeSubmitPrompt', prompt)
    await hooks.fire('afterAgentThought', { text: 'hm' })
    expect(seen[1]?.generation_id).toBe(seen[0]?.generation_id)
  })

  it('come from `defaults`, from `user`, and from the caller before both', async () => {
    const { hooks, last } = await fireAndRecord({
      user: { email: 'a@example.com' },
      defaults: { conversation_id: 'c1', model: 'm1', model_id: 'id1', cursor_version: '9', transcript_path: '/t' },
    })
    await hooks.fire('afterAgentThought', { text: 'hm' })
    expect(last()).toMatchObject({
      conversation_id: 'c1',
      session_id: 'c1',
      model: 'm1',
      model_id: 'id1',
      cursor_version: '9',
      transcript_path: '/t',
      user_email: 'a@example.com',
    })
    await hooks.fire('afterAgentThought', { text: 'hm', conversation_id: 'c2', model: 'm2', user_email: 'b@x' })
    expect(last()).toMatchObject({ conversation_id: 'c2', session_id: 'c2', model: 'm2', user_email: 'b@x' })
  })

  it('a default session is the conversation', async () => {
    const { hooks, last } = await fireAndRecord({ defaults: { session_id: 's1' } })
    await hooks.fire('afterAgentThought', { text: 'hm' })
    expect(last()).toMatchObject({ conversation_id: 's1', session_id: 's1' })
  })

  it('workspaceOpen carries only four of them', async () => {
    const { hooks, last } = await fireAndRecord()
    await hooks.fire('workspaceOpen', {})
    expect(last()).toEqual({
      hook_event_name: 'workspaceOpen',
      cursor_version: '3.0.0',
      workspace_roots: [root],
      user_email: null,
    })
  })

  it('unknown fields pass through', async () => {
    const { hooks, last } = await fireAndRecord()
    const given = JSON.parse('{"text":"hm","later":{"a":1},"constructor":"c","__proto__":{"model":"evil"}}')
    await hooks.fire('afterAgentThought', given)
    expect(last()).toMatchObject({ later: { a: 1 }, constructor: 'c', model: 'default' })
    expect(Object.hasOwn(last(), '__proto__')).toBe(false)
  })
})

describe('misuse', () => {
  it.each([
    ['an unknown event', 'beforeEverything', {}, 'unknown-event'],
    ["an object's own method", 'toString', {}, 'unknown-event'],
    ['an input that is no object', 'stop', 'completed', 'bad-input'],
    ['no input', 'stop', undefined, 'bad-input'],
    ['a list', 'stop', [], 'bad-input'],
    ['an essential field that is missing', 'beforeShellExecution', { cwd: '/' }, 'bad-input'],
    ['an essential field that is null', 'beforeShellExecution', { command: null }, 'bad-input'],
    ['a wrong type', 'beforeShellExecution', { command: 5 }, 'bad-input'],
    ['a number in the place of a word', 'stop', { status: 7 }, 'bad-input'],
    ['a common field of the wrong type', 'stop', { status: 'completed', conversation_id: 7 }, 'bad-input'],
    ['an id without a text form', 'stop', { status: 'completed', conversation_id: { toString: 1 } }, 'bad-input'],
    ['a root that is no text', 'stop', { status: 'completed', workspace_roots: [1] }, 'bad-input'],
    ['a loop count that is no number', 'stop', { status: 'completed', loop_count: '1' }, 'bad-input'],
  ])('rejects: %s', async (_what, name, input, code) => {
    const hooks = await open({ onEngineError: 'allow' })
    await expect(hooks.fire(name as EventName, input as never)).rejects.toMatchObject({ name: 'HooklineError', code })
  })

  it('names the field, what it must be and what it is', async () => {
    const hooks = await open()
    await expect(hooks.fire('beforeShellExecution', { command: 5 } as never)).rejects.toThrow(/command.*text|string/)
  })

  it('an engine that was closed rejects, and may be closed twice', async () => {
    const hooks = await open()
    await Promise.all([hooks.close(), hooks.close()])
    await expect(hooks.fire('stop', { status: 'completed' } as never)).rejects.toMatchObject({ code: 'closed' })
    await hooks.close()
  })

  it.each([
    [{ edition: '4' }, 'edition of createHooks must be one of 3, 2.3, 2.4, hookline, and is string "4".'],
    [{ workspaceRoots: 'here' }, 'workspaceRoots of createHooks must be a list of directories, and is string "here".'],
    [{ eventTimeoutMs: 0 }, 'eventTimeoutMs of createHooks must be a number above 0, and is number 0.'],
    [{ maxProcesses: -1 }, 'maxProcesses of createHooks must be a whole number above 0, and is number -1.'],
    [
      { sources: ['project'] },
      'sources of createHooks must be a list of { name, load }, or { only: such a list }, and',
    ],
    [{ sources: { only: {} } }, 'and is an object with only.'],
    [{ sinks: [{ name: 'deaf' }] }, 'must be a list of objects with a function `write`, and is a list of an object.'],
    [
      { hostOwned: ['cursor'] },
      'hostOwned of createHooks must be a list of names of sources, and is a list of string "cursor".',
    ],
    [
      { user: 'me@example.com' },
      'user of createHooks must be { email: a text or null }, and is string "me@example.com".',
    ],
    [{ watch: 'no' }, 'watch of createHooks must be true or false, and is string "no".'],
    [{ onAsk: 'maybe' }, 'onAsk of createHooks must be "host" or a function, and is string "maybe".'],
    [{ agent: 'nope' }, 'agent of createHooks must be one of '],
  ])('an option that cannot be used rejects, and says what it must be: %j', async (options, message) => {
    const error = await open(options as never).catch((thrown: unknown) => thrown)
    expect(error).toMatchObject({ code: 'bad-option', message: expect.stringContaining(message) })
  })

  it('guard without a function rejects before a hook runs', async () => {
    const ran: string[] = []
    const hook = {
      name: 'a',
      run: () => {
        ran.push('a')
      },
    }
    const hooks = await open({ hooks: { beforeShellExecution: [hook as never] } })
    await expect(
      hooks.guard('beforeShellExecution', sample('beforeShellExecution'), undefined as never),
    ).rejects.toMatchObject({
      code: 'bad-option',
      message: 'guard() needs a function as its third argument: the action itself.',
    })
    expect(ran).toEqual([])
  })

  it('an unknown option or event is reported with the nearest name', async () => {
    await expect(open({ tust: 'none' } as never)).rejects.toMatchObject({
      code: 'bad-option',
      message: 'createHooks has no option "tust". Did you mean "trust"?',
    })
    await expect((await open()).fire('stopp' as 'stop', sample('stop'))).rejects.toMatchObject({
      code: 'unknown-event',
      message: expect.stringMatching(/^There is no event "stopp"\. Did you mean "stop"\? The events are: /),
    })
  })

  it('nothing else rejects: whatever a hook does is an outcome', async () => {
    const throwing = {
      name: 'throwing',
      run: () => {
        throw new Error('mine')
      },
    }
    const rejecting = { name: 'rejecting', run: async () => Promise.reject('text') }
    const circular: Record<string, unknown> = {}
    circular.self = circular
    const odd = [null, 5, 'text', [], 10n, circular].map((value, at) => ({ name: `odd ${at}`, run: () => value }))
    const hooks = await open({
      hooks: { preToolUse: [throwing, rejecting, ...odd] as never },
    })
    const effect = await hooks.fire('preToolUse', tool())
    expect(outcomes(effect)).toEqual(Array(8).fill('failed'))
    expect(effect).toMatchObject({ kind: 'proceed', because: { rule: 'failed-open' } })
  })

  it.each(editionNames)('a function that denies in an object that is not JSON denies: edition %s', async (edition) => {
    const circular: Record<string, unknown> = { permission: 'deny', user_message: 'no' }
    circular.self = circular
    for (const value of [circular, { permission: 'deny', user_message: 'no', big: 1n }]) {
      const hooks = await open({
        edition,
        hooks: { beforeShellExecution: [{ name: 'odd', run: () => value as never }] },
      })
      const effect = await hooks.fire('beforeShellExecution', shell())
      expect(effect).toMatchObject({ kind: 'refuse', userMessage: expect.stringMatching(/: no$/) })
      expect(effect.runs[0]?.outcome).toMatchObject({ kind: 'failed', code: 'bad-reply', verdict: 'deny' })
    }
  })
})

describe('a question', () => {
  const ask = { permission: 'ask', user_message: 'really?' }
  const asking = (onAsk: CreateOptions['onAsk'], more: Partial<CreateOptions> = {}) =>
    open({ ...(onAsk === undefined ? {} : { onAsk }), hooks: { beforeShellExecution: [inline(ask)] }, ...more })

  it('answered with allow goes on; the verdict stays that of the hooks', async () => {
    const asked: Question[] = []
    const hooks = await asking((question) => {
      asked.push(question)
      return 'allow'
    })
    const effect = await hooks.fire('beforeShellExecution', shell('git push'))
    expect(effect).toMatchObject({ verdict: 'ask', kind: 'proceed', because: { rule: 'asked' } })
    expect(asked).toHaveLength(1)
    expect(asked[0]).toMatchObject({
      event: 'beforeShellExecution',
      input: { command: 'git push' },
      userMessage: 'really?',
      entries: [{ name: JSON.stringify(ask) }],
    })
    expect(asked[0]?.signal).toBeInstanceOf(AbortSignal)
  })

  it.each<[string, CreateOptions['onAsk'], string, RegExp]>([
    ['deny', () => 'deny', 'asked', /really\?.*the person denied it/],
    ['a promise of deny', async () => 'deny' as const, 'asked', /the person denied it/],
    ['another word', () => 'yes' as never, 'asked', /the person denied it/],
    ['nothing', () => undefined as never, 'asked', /the person denied it/],
    [
      'an exception',
      () => {
        throw new Error('no terminal')
      },
      'asked',
      /asking.*failed/,
    ],
    ['a rejection', async () => Promise.reject(new Error('gone')), 'asked', /asking.*failed/],
    ['no one', undefined, 'nobody-to-ask', /no one can be asked/],
  ])('answered with %s is a refusal that says so', async (_what, onAsk, rule, sentence) => {
    const effect = await (await asking(onAsk)).fire('beforeShellExecution', shell())
    expect(effect).toMatchObject({ verdict: 'deny', kind: 'refuse', reply: { permission: 'deny' }, because: { rule } })
    expect(effect.runs.map(({ outcome }) => outcome)).toMatchObject([{ kind: 'replied', verdict: 'ask' }])
    expect(effect.userMessage).toMatch(/^Command execution was blocked by a hook: /)
    expect(effect.userMessage).toMatch(sentence)
    expect(effect.agentMessage).toMatch(sentence)
  })

  it('a promise of allow goes on', async () => {
    const effect = await (await asking(async () => 'allow' as const)).fire('beforeShellExecution', shell())
    expect(effect).toMatchObject({ kind: 'proceed', because: { rule: 'asked' } })
  })

  it("under 'host' is handed back", async () => {
    const effect = await (await asking('host')).fire('beforeShellExecution', shell())
    expect(effect).toMatchObject({
      verdict: 'ask',
      kind: 'ask',
      userMessage: 'really?',
      reply: { permission: 'ask', user_message: 'really?' },
      because: { rule: 'reply' },
    })
  })

  it('is not asked where a hook refuses, nor where no hook asks', async () => {
    let count = 0
    const onAsk = () => {
      count++
      return 'allow' as const
    }
    const hooks = await open({
      onAsk,
      hooks: {
        beforeShellExecution: [inline(ask), inline({ permission: 'deny' })],
        beforeMCPExecution: [inline({ permission: 'allow' })],
        subagentStart: [inline(ask)],
      },
    })
    expect((await hooks.fire('beforeShellExecution', shell())).kind).toBe('refuse')
    expect((await fireSample(hooks, 'beforeMCPExecution')).kind).toBe('proceed')
    expect(await fireSample(hooks, 'subagentStart')).toMatchObject({ verdict: 'deny', kind: 'refuse' })
    expect(count).toBe(0)
  })

  it('carries the final input', async () => {
    const asked: Question[] = []
    const hooks = await open({
      onAsk: (question) => {
        asked.push(question)
        return 'allow'
      },
      hooks: { preToolUse: [inline({ permission: 'ask' }), inline({ updated_input: { command: 'ls -l' } })] },
    })
    const effect = await hooks.fire('preToolUse', tool())
    expect(asked.map((question) => question.input.tool_input)).toEqual([{ command: 'ls -l' }])
    expect(effect).toMatchObject({ kind: 'proceed', input: { tool_input: { command: 'ls -l' } } })
  })

  it('without an answer ends when the host cancels the event, and refuses', async () => {
    const hooks = await asking(() => new Promise(() => {}))
    const cancel = new AbortController()
    const fired = hooks.fire('beforeShellExecution', shell(), { signal: cancel.signal })
    setTimeout(() => cancel.abort(), 50)
    expect(await fired).toMatchObject({ verdict: 'deny', kind: 'refuse' })
  })
})

describe('after a rewrite', () => {
  /** Denies one command, says nothing of others, remembers what it saw. */
  const denies = (command: string, seen: string[] = []) => ({
    name: `denies ${command}`,
    run: (input: never) => {
      const asked = (input as { tool_input: { command: string } }).tool_input.command
      seen.push(asked)
      return asked === command ? { permission: 'deny' as const, user_message: `no ${command}` } : undefined
    },
  })
  const rewrites = (from: string, to: string, name = `${from} to ${to}`) => ({
    name,
    run: (input: never) =>
      (input as { tool_input: { command: string } }).tool_input.command === from
        ? { updated_input: { command: to } }
        : undefined,
  })

  it('hooks that have not seen the final input run a second time, but not the hook that wrote it', async () => {
    const seen: string[] = []
    const hooks = await open({ hooks: { preToolUse: [denies('rm', seen), rewrites('ls', 'rm')] as never } })
    const effect = await hooks.fire('preToolUse', tool('ls'))
    expect(seen).toEqual(['ls', 'rm'])
    expect(effect).toMatchObject({ verdict: 'deny', kind: 'refuse' })
    expect(effect.runs.map((run) => [run.entry.name, run.look])).toEqual([
      ['denies rm', 1],
      ['denies rm', 2],
      ['ls to rm', 1],
    ])
  })

  it('both looks count: who refused the first form has refused', async () => {
    const hooks = await open({ hooks: { preToolUse: [rewrites('rm', 'ls'), denies('rm')] as never } })
    expect((await hooks.fire('preToolUse', tool('rm'))).kind).toBe('refuse')
  })

  it('a hook that only monitors and denies does not end the second pass', async () => {
    const watcher = { ...inline({ permission: 'deny' }), mode: 'monitor' }
    const hooks = await open({ hooks: { preToolUse: [watcher, denies('rm'), rewrites('ls', 'rm')] as never } })
    const effect = await hooks.fire('preToolUse', tool('ls'))
    expect(effect).toMatchObject({ kind: 'refuse', userMessage: 'Tool execution was blocked by a hook: no rm' })
  })

  it('a different rewrite in the second pass refuses the act and names both hooks', async () => {
    const hooks = await open({
      hooks: { preToolUse: [rewrites('a', 'b', 'first'), rewrites('b', 'c', 'second')] as never },
    })
    const effect = await hooks.fire('preToolUse', tool('a'))
    expect(effect).toMatchObject({ verdict: 'deny', kind: 'refuse', because: { rule: 'second-rewrite' } })
    expect(effect.because.entries.map((entry) => entry.name)).toEqual(['first', 'second'])
    for (const text of [effect.because.message, effect.userMessage, effect.agentMessage])
      expect(text).toMatch(/first.*second/)
    expect(effect.reply).not.toHaveProperty('updated_input')
  })

  it('the same rewrite twice is one rewrite', async () => {
    const hooks = await open({
      hooks: { preToolUse: [rewrites('a', 'b', 'one'), rewrites('a', 'b', 'two')] as never },
    })
    const effect = await hooks.fire('preToolUse', tool('a'))
    expect(effect).toMatchObject({ kind: 'proceed', input: { tool_input: { command: 'b' } } })
    expect(effect.runs.map((run) => run.look)).toEqual([1, 1])
  })

  it('real processes see the rewritten content too', async () => {
    enterprise({ beforeReadFile: ['grep -q secret && exit 2; exit 0'] })
    user({ beforeReadFile: [says({ updated_content: 'clean' })] })
    const hooks = await open()
    const clean = await hooks.fire('beforeReadFile', { file_path: join(root, 'a'), content: 'x', attachments: [] })
    expect(clean).toMatchObject({ kind: 'proceed', input: { content: 'clean' }, originalInput: { content: 'x' } })
    expect(clean.runs.map((run) => [run.entry.origin.source, run.look])).toEqual([
      ['enterprise', 1],
      ['enterprise', 2],
      ['user', 1],
    ])
  })

  it('older editions look once', async () => {
    for (const edition of ['2.4', '3'] as const) {
      const hooks = await open({ edition, hooks: { preToolUse: [denies('rm'), rewrites('ls', 'rm')] as never } })
      const effect = await hooks.fire('preToolUse', tool('ls'))
      expect(effect).toMatchObject({ kind: 'proceed', input: { tool_input: { command: 'rm' } } })
    }
  })
})

describe('limits', () => {
  const alive = (file: string) => {
    try {
      process.kill(Number(readFileSync(file, 'utf8')), 0)
      return true
    } catch {
      return false
    }
  }

  it('a cancelled event ends its hooks', async () => {
    const file = join(base, 'pid')
    project({ beforeShellExecution: [`echo $$ > ${file}; sleep 30; true`] })
    const hooks = await open()
    const cancel = new AbortController()
    const fired = hooks.fire('beforeShellExecution', shell(), { signal: cancel.signal })
    await until(() => existsSync(file) && readFileSync(file, 'utf8').endsWith('\n'))
    expect(alive(file)).toBe(true)
    cancel.abort()
    const effect = await fired
    expect(effect.runs[0]?.outcome).toMatchObject({ kind: 'failed', code: 'deadline', policy: 'open' })
    expect(effect.because.rule).toBe('failed-open')
    expect(effect.because.message).toMatch(/cancelled/)
    await until(() => !alive(file))
  })

  it('an event cancelled before it began starts nothing', async () => {
    const file = join(base, 'started')
    project({ beforeMCPExecution: [`touch ${file}`] })
    const hooks = await open()
    const effect = await hooks.fire('beforeMCPExecution', sample('beforeMCPExecution'), {
      signal: AbortSignal.abort(),
    })
    expect(effect).toMatchObject({ kind: 'refuse', because: { rule: 'failed-closed', failure: 'deadline' } })
    expect(existsSync(file)).toBe(false)
  })

  it("the event's deadline ends its hooks, and each gate's policy decides", async () => {
    project({
      beforeShellExecution: ['sleep 30', { command: 'sleep 31', failClosed: true }],
      beforeMCPExecution: ['sleep 30'],
      afterFileEdit: ['sleep 30'],
    })
    const hooks = await open({ eventTimeoutMs: 200 })
    const open1 = await hooks.fire('beforeShellExecution', shell())
    expect(open1.runs.map((run) => run.outcome)).toMatchObject([
      { kind: 'failed', code: 'deadline', policy: 'open' },
      { kind: 'failed', code: 'deadline', policy: 'closed' },
    ])
    expect(open1).toMatchObject({ kind: 'refuse', because: { rule: 'failed-closed', failure: 'deadline' } })
    expect(await fireSample(hooks, 'beforeMCPExecution')).toMatchObject({
      kind: 'refuse',
      userMessage: expect.stringMatching(/failed: .*0\.2 s; this event fails closed$/),
    })
    const edit = await fireSample(hooks, 'afterFileEdit')
    expect(edit).toMatchObject({ kind: 'proceed', because: { rule: 'failed-open' } })
  })

  it('an endless deadline is no deadline', async () => {
    project({ beforeMCPExecution: ['sleep 0.1; true'] })
    const hooks = await open({ eventTimeoutMs: Number.POSITIVE_INFINITY })
    expect(outcomes(await fireSample(hooks, 'beforeMCPExecution'))).toEqual(['silent'])
  })

  it("a hook's own timeout is another failure", async () => {
    project({ beforeMCPExecution: [{ command: 'sleep 30', timeout: 0.2 }] })
    const effect = await fireSample(await open(), 'beforeMCPExecution')
    expect(effect.runs[0]?.outcome).toMatchObject({ code: 'timeout', policy: 'closed' })
    expect(effect.userMessage).toBe(
      `MCP tool execution was blocked by a hook: hook sleep 30 (project, ${join(root, '.cursor/hooks.json')}:1) failed: no answer within 0.2 s; this event fails closed`,
    )
  })

  it('no more processes at once than allowed, and every hook runs', async () => {
    const dir = join(base, 'running')
    const log = join(base, 'seen')
    mkdirSync(dir)
    const commands = Array.from({ length: 40 }, (_, at) => {
      const mine = join(dir, String(at))
      return `: > ${mine}; ls ${dir} | wc -l >> ${log}; rm ${mine}`
    })
    project({ afterFileEdit: commands })
    const hooks = await open({ maxProcesses: 4 })
    const effect = await fireSample(hooks, 'afterFileEdit')
    expect(effect.runs.map((run) => run.entry.command)).toEqual(commands)
    expect(outcomes(effect)).toEqual(Array(40).fill('silent'))
    const seen = readFileSync(log, 'utf8').trim().split('\n').map(Number)
    expect(seen).toHaveLength(40)
    expect(Math.max(...seen)).toBeLessThanOrEqual(4)
  })

  it('the wait for a turn counts against the deadline', async () => {
    project({ beforeShellExecution: ['sleep 30', 'sleep 31'] })
    const effect = await (await open({ maxProcesses: 1, eventTimeoutMs: 200 })).fire('beforeShellExecution', shell())
    expect(effect.runs.map((run) => run.outcome)).toMatchObject([{ code: 'deadline' }, { code: 'deadline' }])
  })

  it('a cancelled event waits for no turn', async () => {
    project({ afterFileEdit: ['sleep 30'], stop: ['true'] })
    const hooks = await open({ maxProcesses: 1 })
    const cancel = new AbortController()
    const slow = hooks.fire('afterFileEdit', sample('afterFileEdit'), { signal: cancel.signal })
    await wait(50)
    const effect = await hooks.fire('stop', sample('stop'), { signal: AbortSignal.abort() })
    expect(effect.runs[0]?.outcome).toMatchObject({ code: 'deadline' })
    cancel.abort()
    await slow
  })

  it('a function of the embedder takes the turn of no process', async () => {
    project({ stop: ['true'] })
    const inner: Effect[] = []
    const hooks: Hooks = await open({
      maxProcesses: 1,
      eventTimeoutMs: 3000,
      hooks: {
        afterFileEdit: [
          { name: 'nested', run: (async () => void inner.push(await hooks.fire('stop', sample('stop')))) as never },
        ],
      },
    })
    await fireSample(hooks, 'afterFileEdit')
    expect(inner.map(outcomes)).toEqual([['silent']])
  })
})

describe('a hook that fails', () => {
  it('whose module is not there failed: it is not skipped', async () => {
    own({
      preToolUse: [
        { type: 'module', module: './x.ts' },
        { type: 'module', module: './y.ts', failClosed: true },
      ],
    })
    const hooks = await open()
    const effect = await hooks.fire('preToolUse', tool())
    expect(effect.runs.map((run) => run.outcome)).toMatchObject([
      { kind: 'failed', code: 'spawn', policy: 'open' },
      { kind: 'failed', code: 'spawn', policy: 'closed' },
    ])
    expect(effect).toMatchObject({ kind: 'refuse', because: { rule: 'failed-closed', failure: 'spawn' } })
    expect(effect.plan.skipped).toEqual([])
  })

  it.each<[EventName, boolean | undefined, string, string]>([
    ['beforeShellExecution', undefined, 'proceed', 'failed-open'],
    ['beforeShellExecution', true, 'refuse', 'failed-closed'],
    ['beforeShellExecution', false, 'proceed', 'failed-open'],
    ['beforeMCPExecution', undefined, 'refuse', 'failed-closed'],
    ['beforeMCPExecution', false, 'proceed', 'failed-open'],
    ['beforeReadFile', undefined, 'refuse', 'failed-closed'],
    ['beforeReadFile', false, 'proceed', 'failed-open'],
    ['beforeTabFileRead', undefined, 'proceed', 'failed-open'],
    ['beforeSubmitPrompt', undefined, 'proceed', 'failed-open'],
    ['beforeSubmitPrompt', true, 'refuse', 'failed-closed'],
    ['sessionStart', true, 'refuse', 'failed-closed'],
    ['subagentStart', true, 'refuse', 'failed-closed'],
    ['afterFileEdit', true, 'proceed', 'failed-open'],
    ['stop', true, 'proceed', 'failed-open'],
  ])('%s with failClosed %s: %s, because %s', async (name, failClosed, kind, rule) => {
    const run = () => {
      throw new Error('secret detail')
    }
    const more = failClosed === undefined ? {} : { failClosed }
    const hooks = await open({ hooks: { [name]: [{ name: 'broken', run, ...more }] } as InlineHooks })
    const effect = await fireSample(hooks, name)
    expect(effect).toMatchObject({ kind, because: { rule, failure: 'exit', entries: [{ name: 'broken' }] } })
    expect(effect.verdict).toBe(kind === 'refuse' ? 'deny' : 'allow')
    expect(JSON.stringify([effect.userMessage, effect.agentMessage, effect.reply])).not.toContain('secret detail')
    expect(effect.runs[0]?.stderr).toContain('secret detail')
    expect(effect.because.message).toContain('broken (inline)')
    expect(effect.because.message).toMatch(/: it threw Error: secret detail$/)
  })

  it('and is let pass is never reported as allowed, even beside one that allows', async () => {
    const hooks = await open({
      hooks: { preToolUse: [inline({ permission: 'allow' }), inline([], { name: 'broken' })] },
    })
    const effect = await hooks.fire('preToolUse', tool())
    expect(effect).toMatchObject({ verdict: 'allow', kind: 'proceed', because: { rule: 'failed-open' } })
    expect(effect.because.message).toMatch(/failed, so allowed/)
    expect(effect.because.entries.map((entry) => entry.name)).toEqual(['broken'])
    expect(effect).not.toHaveProperty('userMessage')
  })

  it('closed on continue says continue:false', async () => {
    project({ beforeSubmitPrompt: [{ command: 'exit 1', failClosed: true }] })
    const effect = await fireSample(await open(), 'beforeSubmitPrompt')
    expect(effect.reply).toMatchObject({ continue: false })
  })

  it('whose deny can be read has denied', async () => {
    project({ beforeShellExecution: [`printf '%s' '{"permission":"deny","user_message":"a "quoted" word"}'; exit 1`] })
    const effect = await (await open()).fire('beforeShellExecution', shell())
    expect(effect).toMatchObject({ kind: 'refuse', because: { rule: 'read-no', failure: 'exit' } })
  })

  it('through a placeholder that cannot be exported refuses whatever failClosed says, and is not run', async () => {
    const file = join(base, 'ran')
    project({ beforeShellExecution: [{ command: `touch ${file}; echo "\${command}"`, failClosed: false }] })
    const effect = await (await open()).fire('beforeShellExecution', shell(`a\0b`))
    expect(effect.runs[0]?.outcome).toMatchObject({ kind: 'failed', code: 'placeholder', policy: 'closed' })
    expect(effect.kind).toBe('refuse')
    expect(existsSync(file)).toBe(false)
  })

  it('a payload is text in a variable and never shell', async () => {
    const file = join(base, 'pwned')
    const out = join(base, 'out')
    project({ beforeShellExecution: [`printf '%s' "\${command}" > ${out}`] })
    const command = `"; touch ${file}; echo "$(touch ${file})\``
    await (await open()).fire('beforeShellExecution', shell(command))
    expect(readFileSync(out, 'utf8')).toBe(command)
    expect(existsSync(file)).toBe(false)
  })
})

describe('a function of the embedder', () => {
  it('may answer at once or later, or have no opinion', async () => {
    const hooks = await open({
      hooks: {
        preToolUse: [
          inline({ permission: 'allow' }, { name: 'now' }),
          { name: 'later', run: async () => wait(20).then(() => ({ permission: 'allow' as const })) },
          { name: 'silent', run: () => undefined },
        ],
      },
    })
    const effect = await hooks.fire('preToolUse', tool())
    expect(outcomes(effect)).toEqual(['replied', 'replied', 'silent'])
    expect(effect.runs[0]?.entry.origin).toMatchObject({ source: 'inline' })
  })

  it('that is slow ends at its timeout and is notified', async () => {
    let aborted = false
    const run = (_input: unknown, signal: AbortSignal) =>
      new Promise<undefined>(() => signal.addEventListener('abort', () => (aborted = true)))
    const hooks = await open({
      hooks: { preToolUse: [{ name: 'slow', timeout: 0.1, failClosed: true, run }] as never },
    })
    const effect = await hooks.fire('preToolUse', tool())
    expect(effect.runs[0]?.outcome).toMatchObject({ code: 'timeout', policy: 'closed' })
    expect(effect.kind).toBe('refuse')
    expect(aborted).toBe(true)
  })

  it('gets the event and cannot change what others see, and is notified when the host cancels', async () => {
    let isNotified = false
    const changes = {
      name: 'changes',
      run: (input: never) => {
        ;(input as { tool_input: { command: string } }).tool_input.command = 'rm'
        return undefined
      },
    }
    const waits = {
      name: 'waits',
      run: (_input: never, signal: AbortSignal) =>
        new Promise<undefined>((done) =>
          signal.addEventListener('abort', () => {
            isNotified = true
            done(undefined)
          }),
        ),
    }
    const hooks = await open({ hooks: { preToolUse: [changes, waits] as never } })
    const cancel = new AbortController()
    const fired = hooks.fire('preToolUse', tool(), { signal: cancel.signal })
    setTimeout(() => cancel.abort(), 50)
    const effect = await fired
    expect(effect.input.tool_input).toEqual({ command: 'ls' })
    expect(isNotified).toBe(true)
    expect(effect.runs[1]?.outcome).toMatchObject({ code: 'deadline' })
  })
})

describe('a bug of ours', () => {
  /** What hooks inherit cannot be read: no hook's failure, and no misuse of `fire`. */
  const unreadable = () =>
    Object.defineProperty({}, 'HOME', {
      enumerable: true,
      get() {
        throw new TypeError('boom')
      },
    })
  const broken = (more: Partial<CreateOptions> = {}) =>
    open({
      env: unreadable(),
      // Commands: a function inherits nothing.
      hooks: { preToolUse: [{ command: 'true' }], stop: [{ command: 'true' }], sessionEnd: [{ command: 'true' }] },
      ...more,
    })

  it('rejects where the host has not chosen what it means', async () => {
    const hooks = await broken()
    await expect(hooks.fire('preToolUse', tool())).rejects.toMatchObject({ code: 'internal', message: /boom/ })
  })

  it("under 'allow' goes on and does not call it allowed", async () => {
    const effect = await (await broken({ onEngineError: 'allow' })).fire('preToolUse', tool())
    expect(effect).toMatchObject({ verdict: 'allow', kind: 'proceed', because: { rule: 'failed-open' } })
    expect(effect.input).toMatchObject(tool())
  })

  it("under 'deny' refuses at gates, with a message for both, and nowhere else", async () => {
    const hooks = await broken({ onEngineError: 'deny' })
    const effect = await hooks.fire('preToolUse', tool())
    expect(effect).toMatchObject({
      verdict: 'deny',
      kind: 'refuse',
      reply: { permission: 'deny' },
      because: { rule: 'failed-closed' },
    })
    expect(effect.userMessage).toBeTruthy()
    expect(effect.agentMessage).toBeTruthy()
    expect((await hooks.fire('stop', sample('stop'))).kind).toBe('proceed')
  })

  it('in an event that the host does not wait for does not end the process', async () => {
    const unhandled: unknown[] = []
    const listener = (reason: unknown) => void unhandled.push(reason)
    process.on('unhandledRejection', listener)
    const hooks = await broken()
    await hooks.fire('sessionEnd', sample('sessionEnd'))
    await wait(50)
    await hooks.close()
    process.off('unhandledRejection', listener)
    expect(unhandled).toEqual([])
  })
})

/** The warnings that a developer gets meanwhile. */
async function warned(during: () => Promise<void>): Promise<readonly string[]> {
  const warnings: string[] = []
  const listener = ({ name, message }: Error) => void (name === 'HooklineWarning' && warnings.push(message))
  // Node delivers a warning of an earlier test only now, if that test never waited.
  await wait(0)
  process.on('warning', listener)
  await during()
  await wait(0)
  process.off('warning', listener)
  return warnings
}

describe('the record', () => {
  it('is one per event with runs; an event without a run leaves none', async () => {
    const hooks = await open({ hooks: { stop: [inline({}, { name: 'a' }), inline({}, { name: 'b' })] } })
    const records: HookRecord[] = []
    const off = hooks.on('record', (record) => records.push(record))
    hooks.on('record', () => {
      throw new Error('a listener of the host')
    })
    const effect = await hooks.fire('stop', sample('stop'))
    await hooks.fire('preToolUse', tool())
    expect(records).toHaveLength(1)
    expect(records[0]).toMatchObject({ version: 1, id: effect.id, sessionId: effect.input.session_id })
    expect(records[0]?.effect.runs).toHaveLength(2)
    expect(records[0]?.durationMs).toBeGreaterThan(0)
    off()
    await hooks.fire('stop', sample('stop'))
    expect(records).toHaveLength(1)
    expect(hooks.log).toHaveLength(4)
  })

  it('of a listener that fails, also later, is reported once to the developer, and the decision stands', async () => {
    const hooks = await open({ hooks: { stop: [inline({})] } })
    hooks.on('record', () => {
      throw new Error('at once')
    })
    hooks.on('record', async () => Promise.reject(new Error('later')))
    hooks.on('change', () => {
      throw new Error('on change')
    })
    const warnings = await warned(async () => {
      for (let count = 0; count < 3; count++) expect((await hooks.fire('stop', sample('stop'))).kind).toBe('proceed')
      user({ stop: ['true'] })
      await hooks.reload()
    })
    expect(warnings).toEqual([
      'A listener of "record" failed, and no decision changed by it: at once',
      'A listener of "record" failed, and no decision changed by it: later',
      'A listener of "change" failed, and no decision changed by it: on change',
    ])
  })

  it('another word to listen to is misuse', async () => {
    const hooks = await open()
    const on = (what: unknown, listener: unknown) => () => hooks.on(what as 'record', listener as () => void)
    expect(on('recrod', () => {})).toThrow(
      'hooks.on() knows "record" and "change", not "recrod". Did you mean "record"?',
    )
    expect(on('fire', () => {})).toThrow('hooks.on() knows "record" and "change", not "fire".')
    expect(on('toString', () => {})).toThrow(expect.objectContaining({ code: 'bad-option' }))
    expect(on('change', undefined)).toThrow('hooks.on("change") needs a function, not undefined.')
  })

  it('goes to every sink, one that throws costs the others nothing and is reported', async () => {
    const seen: string[] = []
    let closed = 0
    const hooks = await open({
      hooks: { stop: [inline({})] },
      sinks: [
        {
          name: 'bad',
          write() {
            throw new Error('disk full')
          },
        },
        { name: 'good', write: (record) => void seen.push(record.effect.event), close: async () => void closed++ },
      ],
    })
    const warnings = await warned(async () => {
      expect((await hooks.fire('stop', sample('stop'))).kind).toBe('proceed')
    })
    expect(warnings).toEqual(['The sink "bad" failed, and no decision changed by it: disk full'])
    expect(seen).toEqual(['stop'])
    await hooks.close()
    expect(closed).toBe(1)
  })

  it('the log in memory holds the last 100 runs, oldest first, with event, input, time and verdict', async () => {
    const hooks = await open({ hooks: { stop: [inline({})], preToolUse: [inline({ permission: 'deny' })] } })
    for (let count = 0; count < 101; count++)
      await hooks.fire('stop', { ...(sample('stop') as object), loop_count: 0, n: count } as never)
    await hooks.fire('preToolUse', tool())
    expect(hooks.log).toHaveLength(100)
    expect(hooks.log[0]).toMatchObject({ event: 'stop', input: { n: 2 }, verdict: 'allow' })
    expect(hooks.log.at(-1)).toMatchObject({
      event: 'preToolUse',
      input: { tool_name: 'Shell' },
      verdict: 'deny',
      outcome: { kind: 'replied' },
      entry: { origin: { source: 'inline' } },
      startedAt: expect.any(String),
    })
    const ids = hooks.log.map((run) => run.id)
    expect(new Set(ids).size).toBe(100)
  })
})

describe('refusals', () => {
  const around = 'Do not attempt to work around this restriction using alternative methods or commands.'
  it.each<[EventName, string, string | undefined]>([
    ['beforeShellExecution', 'Command execution was blocked by a hook', 'The terminal command was rejected by a hook'],
    ['beforeMCPExecution', 'MCP tool execution was blocked by a hook', 'The MCP tool call was rejected by a hook'],
    ['preToolUse', 'Tool execution was blocked by a hook', 'The tool call was rejected by a hook'],
    ['subagentStart', 'Subagent creation was blocked by a hook', 'The subagent was rejected by a hook'],
    ['sessionStart', 'Session creation was blocked by a hook', undefined],
    ['beforeSubmitPrompt', 'Submission blocked by hook', undefined],
    ['afterAgentResponse', 'Response was blocked by a hook', undefined],
  ])('of %s in the words of the contract', async (name, person, model) => {
    const hooks = await open({
      hooks: {
        [name]: [{ name: 'no', run: () => ({ decision: 'block', continue: false, user_message: 'because.' }) }],
      },
    } as never)
    const effect = await fireSample(hooks, name)
    expect(effect.kind).toBe('refuse')
    expect(effect.userMessage).toBe(`${person}: because.`)
    if (model !== undefined) expect(effect.agentMessage).toBe(`${model}: because. ${around}`)
    const bare = await open({ hooks: { [name]: [inline({ permission: 'deny', continue: false })] } as InlineHooks })
    const quiet = await fireSample(bare, name)
    expect(quiet.userMessage).toBe(person)
    if (model !== undefined) expect(quiet.agentMessage).toBe(`${model}. ${around}`)
  })

  it.each<EventName>(['beforeReadFile', 'beforeTabFileRead'])('of %s name the file', async (name) => {
    const hooks = await open({
      hooks: { [name]: [inline({ permission: 'deny', user_message: 'secret' })] } as InlineHooks,
    })
    const effect = await hooks.fire(name as 'beforeReadFile', { file_path: '/w/.env', content: '', attachments: [] })
    expect(effect.agentMessage).toBe(`File reading was blocked by a security hook: /w/.env. ${around}`)
    if (name === 'beforeReadFile') expect(effect.userMessage).toBe('secret')
  })

  it("each reader gets the hooks' text for them, else the other's", async () => {
    const hooks = await open({
      hooks: {
        preToolUse: [inline({ permission: 'deny', user_message: 'U', agent_message: 'A' })],
        beforeShellExecution: [inline({ permission: 'deny', agent_message: 'A...' })],
      },
    })
    const both = await hooks.fire('preToolUse', tool())
    expect(both.userMessage).toBe('Tool execution was blocked by a hook: U')
    expect(both.agentMessage).toContain('by a hook: A. Do not')
    const one = await hooks.fire('beforeShellExecution', shell())
    expect(one.userMessage).toBe('Command execution was blocked by a hook: A...')
    expect(one.agentMessage).toContain('by a hook: A... Do not')
  })

  it('exit 2 says what it printed: text, else stderr; stderr of a failure is not shown', async () => {
    project({
      beforeShellExecution: ['echo plain words; echo noise >&2; exit 2'],
      beforeMCPExecution: ['echo from stderr >&2; exit 2'],
      beforeReadFile: ['echo token=abc >&2; exit 3'],
    })
    const hooks = await open()
    const plain = await hooks.fire('beforeShellExecution', shell())
    expect(plain).toMatchObject({
      because: { rule: 'exit-2' },
      userMessage: 'Command execution was blocked by a hook: plain words',
    })
    expect((await fireSample(hooks, 'beforeMCPExecution')).userMessage).toMatch(/from stderr$/)
    const failed = await fireSample(hooks, 'beforeReadFile')
    expect(failed.userMessage).toBe(
      `hook echo token=abc >&2; exit 3 (project, ${join(root, '.cursor/hooks.json')}:1) failed: exit 3; this event fails closed`,
    )
    expect(failed.runs[0]?.stderr).toBe('token=abc\n')
  })

  const gates: EventName[] = [
    'sessionStart',
    'beforeSubmitPrompt',
    'preToolUse',
    'subagentStart',
    'beforeShellExecution',
    'beforeMCPExecution',
    'beforeReadFile',
    'beforeTabFileRead',
    'afterAgentResponse',
  ]
  const spellings = [
    { permission: 'deny' },
    { continue: false },
    { decision: 'block' },
    { decision: 'deny' },
    { hookSpecificOutput: { permissionDecision: 'deny' } },
    { ok: false },
  ]
  it('every documented no, at every gate, in whichever words, denies', async () => {
    for (const reply of spellings) {
      const hooks = await open({ hooks: Object.fromEntries(gates.map((gate) => [gate, [inline(reply)]])) })
      for (const gate of gates) {
        const effect = await fireSample(hooks, gate)
        expect([gate, reply, effect.verdict, effect.kind]).toEqual([gate, reply, 'deny', 'refuse'])
      }
    }
  })

  it('a yes needs the exact form', async () => {
    const allow = { permission: 'allow' }
    const hooks = await open({
      hooks: {
        beforeSubmitPrompt: [inline(allow)],
        beforeShellExecution: [inline({ continue: true })],
        preToolUse: [inline({ permission: 'Allow' })],
        beforeMCPExecution: [inline({ permission: 'yes' })],
      },
    })
    expect((await fireSample(hooks, 'beforeSubmitPrompt')).because.rule).toBe('no-opinion')
    expect((await fireSample(hooks, 'beforeShellExecution')).because.rule).toBe('no-opinion')
    expect((await fireSample(hooks, 'preToolUse')).because).toMatchObject({ rule: 'failed-open', failure: 'bad-reply' })
    expect((await fireSample(hooks, 'beforeMCPExecution')).because).toMatchObject({ rule: 'failed-closed' })
  })

  it('an event that observes records a no as cannot-block and goes on', async () => {
    const hooks = await open({ hooks: { postToolUse: [inline({ permission: 'deny' })] } })
    const effect = await fireSample(hooks, 'postToolUse')
    expect(effect).toMatchObject({ verdict: 'allow', kind: 'proceed' })
    expect(effect.runs[0]?.notes).toContain('cannot-block')
  })
})

describe('monitor mode', () => {
  it('keeps the verdict, does not enforce it', async () => {
    own({
      beforeShellExecution: [{ command: says({ permission: 'deny', user_message: 'no' }), mode: 'monitor' }],
      beforeSubmitPrompt: [{ command: 'exit 2', mode: 'monitor' }],
      preToolUse: [{ command: says({ updated_input: { command: 'rm' } }), mode: 'monitor' }],
      stop: [{ command: says({ followup_message: 'again' }), mode: 'monitor' }],
    })
    const hooks = await open()
    const effect = await hooks.fire('beforeShellExecution', shell())
    expect(effect).toMatchObject({ verdict: 'deny', kind: 'proceed' })
    expect(effect.reply).not.toHaveProperty('permission', 'deny')
    expect(outcomes(effect)).toEqual(['replied'])
    expect(await fireSample(hooks, 'beforeSubmitPrompt')).toMatchObject({ verdict: 'deny', kind: 'proceed' })
    const rewritten = await hooks.fire('preToolUse', tool())
    expect(rewritten.input.tool_input).toEqual({ command: 'ls' })
    expect(rewritten).not.toHaveProperty('originalInput')
    const stopped = await hooks.fire('stop', sample('stop'))
    expect(stopped.kind).toBe('proceed')
    expect(stopped).not.toHaveProperty('followUp')
    expect(hooks.log).toHaveLength(4)
  })

  it('of one entry lets the others refuse', async () => {
    own({ beforeShellExecution: [{ command: 'exit 2', mode: 'monitor' }] })
    project({ beforeShellExecution: [says({ permission: 'deny', user_message: 'really no' })] })
    const effect = await (await open()).fire('beforeShellExecution', shell())
    expect(effect).toMatchObject({
      kind: 'refuse',
      userMessage: 'Command execution was blocked by a hook: really no',
    })
  })
})

describe('because, beside hooks that only monitor', () => {
  const watcher = { name: 'watcher', mode: 'monitor', run: () => ({ permission: 'deny' }) } as never

  it('names those whose word was enforced', async () => {
    const asked: Question[] = []
    const hooks = await open({
      onAsk: (question) => {
        asked.push(question)
        return 'deny'
      },
      hooks: {
        beforeShellExecution: [watcher, inline({ permission: 'ask' }, { name: 'asks' })],
        beforeMCPExecution: [watcher, inline([], { name: 'broken' })],
        preToolUse: [watcher, inline({ permission: 'allow' }, { name: 'allows' })],
      },
    })
    const effect = await hooks.fire('beforeShellExecution', shell())
    expect(effect).toMatchObject({ verdict: 'deny', kind: 'refuse', because: { rule: 'asked' } })
    expect(asked[0]?.entries.map((entry) => entry.name)).toEqual(['asks'])
    const failed = await fireSample(hooks, 'beforeMCPExecution')
    expect(failed).toMatchObject({ kind: 'refuse', because: { rule: 'failed-closed', entries: [{ name: 'broken' }] } })
  })

  it('names the monitor where nothing was enforced', async () => {
    const hooks = await open({ hooks: { preToolUse: [watcher, inline({ permission: 'allow' })] } })
    expect(await hooks.fire('preToolUse', tool())).toMatchObject({
      verdict: 'deny',
      kind: 'proceed',
      because: { rule: 'reply', entries: [{ name: 'watcher' }] },
    })
  })
})

describe('for any hooks', () => {
  interface Model {
    readonly word?: Verdict
    readonly rewrite?: string
    readonly denies?: string
    readonly fails?: 'open' | 'closed'
    readonly delay: number
  }
  const rank: Record<Verdict, number> = { allow: 0, ask: 1, deny: 2 }
  const command = fc.constantFrom('ls', 'a', 'b')
  const optionally = <T>(of: fc.Arbitrary<T>) => fc.option(of, { nil: undefined })
  const anyHook = (denies: fc.Arbitrary<string | undefined>): fc.Arbitrary<Model> =>
    fc
      .record({
        word: fc.constantFrom<(Verdict | undefined)[]>(undefined, undefined, 'allow', 'ask', 'deny'),
        rewrite: fc.constantFrom(undefined, undefined, 'a', 'b'),
        denies,
        fails: fc.constantFrom(undefined, undefined, undefined, undefined, 'open', 'closed'),
        delay: fc.nat(3),
      })
      .map((made) => Object.fromEntries(Object.entries(made).filter(([, value]) => value !== undefined)) as never)
  const constant = anyHook(fc.constant(undefined))
  const looking = anyHook(optionally(command))

  const answer = (model: Model, seen: string) => {
    if (model.fails !== undefined) throw new Error('fails')
    if (model.denies === seen) return { permission: 'deny' }
    return {
      ...(model.word === undefined ? {} : { permission: model.word }),
      ...(model.rewrite === undefined ? {} : { updated_input: { command: model.rewrite } }),
    }
  }
  const entry = (model: Model, at: number) => ({
    name: `hook ${at}`,
    ...(model.fails === undefined ? {} : { failClosed: model.fails === 'closed' }),
    run: async (input: { tool_input: { command: string } }) => {
      if (model.delay > 0) await wait(model.delay)
      return answer(model, input.tool_input.command)
    },
  })
  async function decided(models: readonly Model[], edition: Edition): Promise<Effect<'preToolUse'>> {
    const hooks = await createHooks({
      workspaceRoots: [],
      home,
      watch: false,
      edition,
      onAsk: 'host',
      hooks: { preToolUse: models.map(entry) as never },
    })
    const effect = await hooks.fire('preToolUse', tool('ls'))
    await hooks.close()
    return effect
  }
  const editions = ['2.4', '3', 'hookline'] as const
  const still = (models: readonly Model[]) => models.map((model) => ({ ...model, delay: 0 }))

  it.each(editions)(
    'in edition %s one more anywhere never loosens the decision, rewriting ones too',
    async (edition) => {
      await fc.assert(
        fc.asyncProperty(fc.array(constant, { maxLength: 4 }), constant, fc.nat(4), async (models, added, at) => {
          const before = await decided(still(models), edition)
          const after = await decided(still(models.toSpliced(at, 0, added)), edition)
          expect(rank[after.verdict]).toBeGreaterThanOrEqual(rank[before.verdict])
        }),
        { numRuns: 60 },
      )
    },
  )

  it.each(editions)(
    'in edition %s one more of lower priority never loosens what looks at the input',
    async (edition) => {
      await fc.assert(
        fc.asyncProperty(fc.array(looking, { maxLength: 4 }), looking, async (models, added) => {
          const before = await decided(still(models), edition)
          const after = await decided(still([...models, added]), edition)
          expect(rank[after.verdict]).toBeGreaterThanOrEqual(rank[before.verdict])
        }),
        { numRuns: 60 },
      )
    },
  )

  it('what goes on was refused by no hook but its author', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(looking, { maxLength: 5 }), async (models) => {
        const effect = await decided(still(models), 'hookline')
        if (effect.kind !== 'proceed') return
        const final = (effect.input.tool_input as { command: string }).command
        for (const model of models) {
          if (model.fails === 'open' || model.rewrite === final) continue
          expect(model.denies).not.toBe(final)
          expect(model.fails).not.toBe('closed')
        }
      }),
      { numRuns: 80 },
    )
  })

  it('the order of completion changes nothing', async () => {
    const shape = (effect: Effect) => ({
      verdict: effect.verdict,
      kind: effect.kind,
      reply: effect.reply,
      because: [effect.because.rule, effect.because.entries.map((one) => one.name), effect.because.message],
      input: (effect as Effect<'preToolUse'>).input.tool_input,
      runs: effect.runs.map((run) => [run.entry.name, run.look, run.outcome.kind]),
    })
    await fc.assert(
      fc.asyncProperty(fc.array(looking, { minLength: 1, maxLength: 5 }), async (models) => {
        expect(shape(await decided(models, 'hookline'))).toEqual(shape(await decided(still(models), 'hookline')))
      }),
      { numRuns: 60 },
    )
  })

  it('but in edition 2.3 one more can loosen it: the first answer wins', async () => {
    const deny = inline({ permission: 'deny' })
    const yes = inline({ permission: 'allow' })
    const alone = await open({ edition: '2.3', hooks: { beforeShellExecution: [deny] } })
    expect((await alone.fire('beforeShellExecution', shell())).verdict).toBe('deny')
    const both = await open({ edition: '2.3', hooks: { beforeShellExecution: [yes, deny] } })
    const effect = await both.fire('beforeShellExecution', shell())
    expect(effect.verdict).toBe('allow')
    expect(effect.plan.skipped).toMatchObject([{ why: 'first-answer', detail: expect.any(String) }])
  })
})

describe('an event for which no hook runs', () => {
  it('has the effect that the steps make of no runs, for every event', async () => {
    const hooks = await open()
    for (const name of eventNames) {
      const effect = await hooks.fire(name, eventRows[name].sample(root) as never)
      const event = { ...fakeEvent(name), id: effect.id, input: effect.input }
      const decision = decide(event, effect.plan, [], editions.hookline)
      expect(effect).toEqual(enforce(event, effect.plan, [], decision, 'not-asked', editions.hookline))
    }
  })
})
