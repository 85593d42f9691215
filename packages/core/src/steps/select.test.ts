import { existsSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import type { Plan } from '../flow.ts'
import { type EventName, eventNames, eventRows } from '../protocol/events/index.ts'
import { useScratch, write } from '../testing/scratch.ts'

let base: string
let root: string
const { open } = useScratch((scratch) => {
  ;({ base, root } = scratch)
})

const project = (hooks: object) => write(join(root, '.cursor/hooks.json'), { version: 1, hooks })
const own = (hooks: object) => write(join(root, '.hookline/hookline.json'), { version: 1, hooks })
const sample = (name: EventName, more: object = {}) =>
  ({ ...(eventRows[name].sample(root) as object), ...more }) as never
const commands = (plan: Plan) => plan.entries.map((entry) => entry.command)
const whys = (plan: Plan) => plan.skipped.map(({ entry, why }) => [entry.command ?? entry.name, why])

describe('explain', () => {
  it('is the plan that fire follows, and runs no process', async () => {
    const file = join(base, 'ran')
    const calls: number[] = []
    project({
      beforeShellExecution: [{ command: `touch ${file}; exit 2` }, { command: `touch ${file}`, matcher: '^git' }],
      stop: [{ command: `touch ${file}`, loop_limit: 1 }],
    })
    const hooks = await open({
      hooks: { beforeShellExecution: [{ name: 'mine', run: () => void calls.push(1) as undefined }] },
    })
    const input = { command: 'ls', cwd: root, sandbox: false }
    const plan = hooks.explain('beforeShellExecution', input)
    expect(plan).toMatchObject({ event: 'beforeShellExecution', edition: 'hookline' })
    expect(plan.entries.map((entry) => entry.label)).toEqual([`touch ${file}; exit 2`, 'mine'])
    expect(whys(plan)).toEqual([[`touch ${file}`, 'matcher']])
    expect(whys(hooks.explain('stop', sample('stop', { loop_count: 1 })))).toEqual([[`touch ${file}`, 'loop-limit']])
    await new Promise((done) => setTimeout(done, 100))
    expect(existsSync(file)).toBe(false)
    expect(calls).toEqual([])
    expect(hooks.log).toEqual([])
    expect((await hooks.fire('beforeShellExecution', input)).plan).toEqual(plan)
    expect(existsSync(file)).toBe(true)
  })

  it('throws on misuse', async () => {
    const hooks = await open()
    expect(() => hooks.explain('nothing' as never, {} as never)).toThrow(/There is no event/)
    expect(() => hooks.explain('beforeShellExecution', {} as never)).toThrow(/command/)
  })
})

describe('an entry that does not run is in the plan with the reason', () => {
  it('matcher: what it was tested against', async () => {
    project({ preToolUse: [{ command: 'true', matcher: 'Write|Delete' }] })
    const { skipped } = (await open()).explain('preToolUse', sample('preToolUse'))
    expect(skipped).toMatchObject([{ why: 'matcher', detail: expect.stringMatching(/Write\|Delete.*Shell/) }])
  })

  it('untrusted', async () => {
    project({ stop: [{ command: 'true' }] })
    const hooks = await open({ trust: 'none' })
    expect(whys(hooks.explain('stop', sample('stop')))).toEqual([['true', 'untrusted']])
    expect(hooks.has('stop')).toBe(false)
  })

  it('disabled: `enabled` false in hookline.json, for its own entries only', async () => {
    own({ stop: [{ command: 'off', enabled: false }, { command: 'on' }] })
    project({ stop: [{ command: 'other', enabled: false }] })
    const hooks = await open()
    const plan = hooks.explain('stop', sample('stop'))
    expect(commands(plan)).toEqual(['other', 'on'])
    expect(plan.skipped).toMatchObject([{ why: 'disabled', detail: expect.stringMatching(/./) }])
  })

  it('duplicate: a Claude Code entry with the command of a native one that is about to run', async () => {
    project({ preToolUse: [{ command: './check.sh', matcher: 'Shell' }] })
    write(join(root, '.claude/settings.json'), {
      hooks: { PreToolUse: [{ matcher: '*', hooks: [{ type: 'command', command: './check.sh' }] }] },
    })
    const hooks = await open()
    const both = hooks.explain('preToolUse', sample('preToolUse'))
    expect(both.entries.map((entry) => entry.origin.source)).toEqual(['project'])
    expect(whys(both)).toEqual([['./check.sh', 'duplicate']])
    const alone = hooks.explain('preToolUse', sample('preToolUse', { tool_name: 'Write' }))
    expect(alone.entries.map((entry) => entry.origin.source)).toEqual(['claude-project'])
  })

  it.each([
    ['node /opt/hooks/x.mjs --strict', true],
    ['~/hooks/x.sh', true],
    ['"$HOME"/hooks/x.sh', true],
    [`bash "\${HOME}/hooks/x.sh"`, true],
    ['/opt/hooks/x.sh', true],
    ['node hooks/x.mjs', false],
    ['npm run guard', false],
    ['./x.sh /opt/y', false],
  ])('duplicate: %s of the user, in two directories, runs once: %s', async (command, once) => {
    write(join(base, 'home/.cursor/hooks.json'), { version: 1, hooks: { stop: [{ command }] } })
    write(join(base, 'home/.claude/settings.json'), { hooks: { Stop: [{ hooks: [{ type: 'command', command }] }] } })
    const plan = (await open()).explain('stop', sample('stop'))
    expect(plan.entries.map((entry) => entry.origin.source)).toEqual(once ? ['user'] : ['user', 'claude-user'])
  })

  it('invalid: an entry that cannot be used costs the others nothing', async () => {
    project({ stop: [{ command: 5 }, { command: 'true' }, { matcher: '(', command: 'echo' }] })
    const hooks = await open()
    const plan = hooks.explain('stop', sample('stop'))
    expect(commands(plan)).toEqual(['true'])
    for (const { why } of plan.skipped) expect(why).toBe('invalid')
    expect(hooks.problems.filter((problem) => problem.severity === 'error').length).toBeGreaterThanOrEqual(2)
    for (const problem of hooks.problems)
      expect(problem).toMatchObject({
        code: expect.any(String),
        severity: expect.stringMatching(/error|warning|note/),
        file: join(root, '.cursor/hooks.json'),
        line: expect.any(Number),
        column: expect.any(Number),
        message: expect.any(String),
        hint: expect.any(String),
      })
  })

  it('edition: an event that the edition does not have', async () => {
    const run = () => undefined
    const hooks = await open({
      edition: '2.3',
      hooks: { preToolUse: [{ name: 'p', run }], stop: [{ name: 's', run }] },
    })
    expect(hooks.explain('preToolUse', sample('preToolUse')).skipped).toMatchObject([{ why: 'edition' }])
    expect(hooks.has('preToolUse')).toBe(false)
    expect(hooks.has('stop')).toBe(true)
    expect((await hooks.fire('preToolUse', sample('preToolUse'))).because.rule).toBe('nobody')
  })
})

describe('a matcher', () => {
  const run = () => undefined
  const runsFor = async (name: EventName, matcher: string, more: object = {}) => {
    const hooks = await open({ hooks: { [name]: [{ name: matcher, matcher, run }] } })
    return hooks.explain(name, sample(name, more)).entries.length === 1
  }

  it.each<[EventName, object, readonly string[], readonly string[]]>([
    ['preToolUse', { tool_name: 'Shell' }, ['Shell', 'Sh', '^Shell$', '', '*'], ['shell', 'MCP', '^S$']],
    ['preToolUse', { tool_name: 'MCP:search' }, ['MCP', '^MCP$', 'MCP:search', '^MCP:'], ['Shell']],
    ['postToolUse', { tool_name: 'MCP:search' }, ['^MCP$'], ['Shell']],
    ['subagentStart', { subagent_type: 'explore' }, ['explore|shell'], ['generalPurpose']],
    ['subagentStop', { subagent_type: 'explore' }, ['explore'], ['shell']],
    ['beforeShellExecution', { command: 'git push -f' }, ['push', '^git push -f$'], ['^push', 'Shell']],
    ['afterShellExecution', { command: 'git push' }, ['push'], ['pull']],
    ['beforeMCPExecution', { tool_name: 'search' }, ['^MCP:search$', '^search$', '^docs$'], ['^MCP$']],
    ['afterMCPExecution', { tool_name: 'search' }, ['^docs$'], ['other']],
    ['beforeReadFile', { file_path: '/w/.env' }, ['^Read$', '\\.env$'], ['Write', 'TabRead']],
    ['afterFileEdit', { file_path: '/w/a.ts' }, ['^Write$', '\\.ts$'], ['Read']],
    ['beforeTabFileRead', { file_path: '/w/a' }, ['^TabRead$', '/w/'], ['^Read$']],
    ['afterTabFileEdit', { file_path: '/w/a' }, ['^TabWrite$', '/w/'], ['^Write$']],
    ['preCompact', { trigger: 'manual' }, ['manual'], ['auto']],
    ['stop', {}, ['^Stop$'], ['stop']],
    ['beforeSubmitPrompt', {}, ['^UserPromptSubmit$'], ['prompt']],
    ['afterAgentResponse', {}, ['^AgentResponse$'], ['response']],
    ['afterAgentThought', {}, ['^AgentThought$'], ['thought']],
    ['sessionStart', {}, ['anything'], []],
    ['workspaceOpen', {}, ['anything'], []],
  ])('of %s with %j matches %j and not %j', async (name, more, hits, misses) => {
    for (const matcher of hits) expect([matcher, await runsFor(name, matcher, more)]).toEqual([matcher, true])
    for (const matcher of misses) expect([matcher, await runsFor(name, matcher, more)]).toEqual([matcher, false])
  })

  it('of a path sees it as given and as resolved', async () => {
    const real = join(root, 'secret.key')
    writeFileSync(real, '')
    symlinkSync(real, join(root, 'harmless.txt'))
    const linked = { file_path: join(root, 'harmless.txt') }
    expect(await runsFor('beforeReadFile', 'secret\\.key$', linked)).toBe(true)
    expect(await runsFor('beforeReadFile', 'harmless', linked)).toBe(true)
  })

  it('that would backtrack for ever stalls nothing', async () => {
    const matchers = ['^(a+)+$', '^(?=(a+)+$)', '^(a+)+\\1$']
    const hooks = await open({
      hooks: { beforeShellExecution: matchers.map((matcher) => ({ name: matcher, matcher, run })) },
    })
    const input = { command: `${'a'.repeat(40)}!`, cwd: root, sandbox: false }
    // V8 alone would not answer before the end of this test.
    const { plan, notes } = await hooks.fire('beforeShellExecution', input)
    // A back-reference cannot be answered in linear time: over the limit it counts as a match, on the record.
    expect(plan.entries.map((entry) => entry.name)).toEqual(['^(a+)+\\1$'])
    expect(notes).toEqual(['matcher-limit:^(a+)+\\1$'])
  })
})

describe('has', () => {
  it('is true for the events that a hook could run for', async () => {
    project({ stop: [{ command: 'true', matcher: 'never' }], preToolUse: [] })
    const hooks = await open()
    expect(eventNames.filter((name) => hooks.has(name))).toEqual(['stop'])
    expect(hooks.has('nothing' as never)).toBe(false)
  })
})
