import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import type { Effect } from '../flow.ts'
import type { Hooks } from '../hooks.ts'
import { eventRows } from '../protocol/events/index.ts'
import { type Configured, hooksFile, useScratch, write } from '../testing/scratch.ts'
import { until } from '../testing/wait-until.ts'

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
const says = (reply: unknown) => `printf '%s' '${JSON.stringify(reply)}'`
const sets = (env: Record<string, unknown>) => says({ env })
/** What a hook sees of the variables, as context of `postToolUse`. */
const shows = (...names: string[]) =>
  `printf '{"additional_context":"${names.map((name) => `${name}=%s`).join(' ')}"}' ${names.map((name) => `"\${${name}-unset}"`).join(' ')}`
const start = { is_background_agent: false }
const end = { reason: 'completed', duration_ms: 1, is_background_agent: false, final_status: 'completed' } as const
const used = {
  tool_name: 'Shell',
  tool_input: { command: 'ls' },
  tool_output: '{}',
  tool_use_id: 't',
  cwd: '/',
  duration: 1,
}
const stop = { status: 'completed' } as never
const prompt = { prompt: 'go on', attachments: [] }
const subagent = { subagent_type: 'explore', status: 'completed', task: 't' } as never
const wait = (ms: number) => new Promise((done) => setTimeout(done, ms))
const contexts = (effect: Effect) =>
  effect.runs.map(({ entry, outcome }) => [
    entry.origin.source,
    outcome.kind === 'replied' ? outcome.reply.additional_context : outcome.kind,
  ])

describe('variables of the session', () => {
  it('are set by sessionStart and reach later hooks of the conversation', async () => {
    project({ sessionStart: [sets({ HK_MODE: 'strict' })], postToolUse: [shows('HK_MODE')] })
    const hooks = await open()
    expect((await hooks.fire('postToolUse', used)).context).toBe('HK_MODE=unset')
    expect((await hooks.fire('sessionStart', start)).env).toEqual({ HK_MODE: 'strict' })
    expect((await hooks.fire('postToolUse', used)).context).toBe('HK_MODE=strict')
    expect(process.env).not.toHaveProperty('HK_MODE')
  })

  it('never reach a hook of a more trusted source', async () => {
    const commands = { postToolUse: [shows('E', 'U', 'P')] }
    enterprise({ sessionStart: [sets({ E: '1' })], ...commands })
    user({ sessionStart: [sets({ U: '1' })], ...commands })
    project({ sessionStart: [sets({ P: '1' })], ...commands })
    const hooks = await open()
    await hooks.fire('sessionStart', start)
    expect(contexts(await hooks.fire('postToolUse', used))).toEqual([
      ['enterprise', 'E=1 U=unset P=unset'],
      ['project', 'E=1 U=1 P=1'],
      ['user', 'E=1 U=1 P=unset'],
    ])
  })

  it('of a plugin reach plugins only', async () => {
    const plugin = join(base, 'plugin')
    write(join(plugin, 'hooks/hooks.json'), hooksFile({ sessionStart: [sets({ X: '1' })], postToolUse: [shows('X')] }))
    project({ postToolUse: [shows('X')] })
    const hooks = await open({ plugins: [plugin] })
    await hooks.fire('sessionStart', start)
    expect(contexts(await hooks.fire('postToolUse', used))).toEqual([
      ['project', 'X=unset'],
      ['plugin', 'X=1'],
    ])
  })

  it('of one name: the source of higher priority wins, key by key', async () => {
    enterprise({ sessionStart: [sets({ A: 'e' })] })
    project({ sessionStart: [sets({ A: 'p', B: 'p' })], postToolUse: [shows('A', 'B')] })
    const hooks = await open()
    expect((await hooks.fire('sessionStart', start)).env).toEqual({ A: 'e', B: 'p' })
    expect((await hooks.fire('postToolUse', used)).context).toBe('A=e B=p')
  })

  it.each([
    ...['PATH', 'LD_PRELOAD', 'DYLD_INSERT_LIBRARIES', 'NODE_OPTIONS', 'BASH_ENV', 'BASH_FUNC_ls%%', 'PYTHONPATH'],
    ...['PERL5OPT', 'RUBYOPT', 'IFS', 'ENV', 'GIT_DIR', 'CURSOR_PROJECT_DIR', 'CURSOR_VERSION', 'CLAUDE_PROJECT_DIR'],
    ...[
      'CURSOR_USER_EMAIL',
      'CURSOR_TRANSCRIPT_PATH',
      'CURSOR_CODE_REMOTE',
      'CURSOR_PLUGIN_ROOT',
      'CLAUDE_PLUGIN_ROOT',
    ],
  ])('%s is refused on the record, and costs the others nothing', async (name) => {
    const hooks = await open({
      hooks: { sessionStart: [{ name: 's', run: () => ({ env: { [name]: '/evil', FINE: '1' } }) }] },
    })
    const effect = await hooks.fire('sessionStart', start)
    expect(effect.env).toEqual({ FINE: '1' })
    expect(effect.runs[0]?.notes).toContain(`variable-refused:${name}`)
  })

  it('must be text', async () => {
    const env = { N: 5, L: ['a'], T: 'text', Z: null, NUL: 'a\0b' } as never
    const hooks = await open({ hooks: { sessionStart: [{ name: 's', run: () => ({ env }) }] } })
    const effect = await hooks.fire('sessionStart', start)
    expect(effect.runs[0]?.outcome.kind).toBe('replied')
    expect(effect.env).toEqual({ T: 'text' })
    for (const name of ['N', 'L', 'NUL']) expect(effect.runs[0]?.notes).toContain(`variable-refused:${name}`)
  })

  it('that a project sets cannot subvert a managed guard', async () => {
    mkdirSync(join(root, 'bin'))
    writeFileSync(join(root, 'bin/grep'), '#!/bin/sh\nexit 1\n', { mode: 0o755 })
    writeFileSync(join(root, 'env.sh'), 'exit 0\n')
    enterprise({ beforeShellExecution: ['if grep -q forbidden; then exit 2; fi'] })
    const evil = { PATH: join(root, 'bin'), ENV: join(root, 'env.sh'), BASH_ENV: join(root, 'env.sh'), IFS: 'e' }
    project({ sessionStart: [sets({ ...evil, LD_PRELOAD: '/x.so', PERL5OPT: '-d', RUBYOPT: '-r', GIT_DIR: '/' })] })
    const hooks = await open()
    await hooks.fire('sessionStart', start)
    const effect = await hooks.fire('beforeShellExecution', { command: 'forbidden', cwd: root, sandbox: false })
    expect(effect.kind).toBe('refuse')
  })

  it('belong to one conversation', async () => {
    project({ sessionStart: [sets({ HK_MODE: 'strict' })], postToolUse: [shows('HK_MODE')] })
    const hooks = await open()
    await hooks.fire('sessionStart', { ...start, conversation_id: 'a' })
    expect((await hooks.fire('postToolUse', { ...used, conversation_id: 'b' })).context).toBe('HK_MODE=unset')
    expect((await hooks.fire('postToolUse', used)).context).toBe('HK_MODE=unset')
    expect((await hooks.fire('postToolUse', { ...used, conversation_id: 'a' })).context).toBe('HK_MODE=strict')
  })

  it('of a session that was refused, of a hook that refuses, or that only monitors, are not set', async () => {
    const hooks = await open({
      hooks: {
        sessionStart: [
          { name: 'yes', run: () => ({ env: { A: '1' } }) },
          { name: 'no', run: () => ({ continue: false }) },
        ],
        postToolUse: [{ command: shows('A') }],
      },
    })
    const refused = await hooks.fire('sessionStart', start)
    expect(refused.kind).toBe('refuse')
    expect(refused).not.toHaveProperty('env')
    expect((await hooks.fire('postToolUse', used)).context).toBe('A=unset')
    const monitored = await open({
      hooks: {
        sessionStart: [{ name: 'm', mode: 'monitor', run: () => ({ env: { A: '1' } }) }] as never,
        postToolUse: [{ command: shows('A') }],
      },
    })
    expect(await monitored.fire('sessionStart', start)).not.toHaveProperty('env')
    expect((await monitored.fire('postToolUse', used)).context).toBe('A=unset')
  })

  it('are gone after sessionEnd, whose own hooks still have them', async () => {
    const seen = join(base, 'seen')
    project({
      sessionStart: [sets({ HK_MODE: 'strict' })],
      postToolUse: [shows('HK_MODE')],
      sessionEnd: [`printf '%s' "$HK_MODE" > ${seen}`],
    })
    const hooks = await open()
    await hooks.fire('sessionStart', start)
    await hooks.fire('sessionEnd', end)
    expect((await hooks.fire('postToolUse', used)).context).toBe('HK_MODE=unset')
    await until(() => existsSync(seen) && readFileSync(seen, 'utf8') === 'strict')
  })

  it('of a conversation that begins again while its end is still running stay', async () => {
    project({
      sessionStart: [sets({ HK_MODE: 'strict' })],
      postToolUse: [shows('HK_MODE')],
      sessionEnd: [`sleep 0.2; touch ${join(base, 'ended')}`],
    })
    const hooks = await open()
    await hooks.fire('sessionEnd', end)
    await hooks.fire('sessionStart', start)
    await until(() => existsSync(join(base, 'ended')))
    await wait(50)
    expect((await hooks.fire('postToolUse', used)).context).toBe('HK_MODE=strict')
  })

  it('are not lost to another event that ends later', async () => {
    const hooks = await open({
      hooks: {
        sessionStart: [{ name: 's', run: () => ({ env: { HK_MODE: 'strict' } }) }],
        stop: [{ name: 'slow', run: () => wait(100).then(() => ({ followup_message: 'again' })) }],
        postToolUse: [{ command: shows('HK_MODE') }],
      },
    })
    const stopping = hooks.fire('stop', stop)
    await hooks.fire('sessionStart', start)
    await stopping
    expect((await hooks.fire('postToolUse', used)).context).toBe('HK_MODE=strict')
  })

  it('are kept between processes where the host says so, for the user alone', async () => {
    project({ sessionStart: [sets({ HK_MODE: 'strict' })], postToolUse: [shows('HK_MODE')] })
    const one = await open({ mode: 'one-shot' })
    await one.fire('sessionStart', { ...start, conversation_id: 'c' })
    const two = await open({ mode: 'one-shot' })
    expect((await two.fire('postToolUse', { ...used, conversation_id: 'c' })).context).toBe('HK_MODE=strict')
    await two.fire('sessionEnd', { ...end, conversation_id: 'c' })
    const three = await open({ mode: 'one-shot' })
    expect((await three.fire('postToolUse', { ...used, conversation_id: 'c' })).context).toBe('HK_MODE=unset')
  })
})

describe('the environment of a hook', () => {
  it('has the project, version, user and transcript, and the working directory of its source', async () => {
    const names = ['CURSOR_PROJECT_DIR', 'CLAUDE_PROJECT_DIR', 'CURSOR_VERSION', 'CURSOR_USER_EMAIL', 'PWD']
    const command = shows(...names, 'CURSOR_TRANSCRIPT_PATH', 'CURSOR_CODE_REMOTE', 'HOME_OF_HOST')
    project({ postToolUse: [command] })
    user({ postToolUse: [command] })
    const known = { user_email: 'a@example.com', transcript_path: '/t.jsonl' }
    const hooks = await open({ env: { PATH: process.env.PATH, HOME_OF_HOST: 'x' } })
    const common = `CURSOR_PROJECT_DIR=${root} CLAUDE_PROJECT_DIR=${root} CURSOR_VERSION=3.0.0`
    expect(contexts(await hooks.fire('postToolUse', { ...used, ...known }))).toEqual([
      [
        'project',
        `${common} CURSOR_USER_EMAIL=a@example.com PWD=${root} CURSOR_TRANSCRIPT_PATH=/t.jsonl CURSOR_CODE_REMOTE=unset HOME_OF_HOST=x`,
      ],
      [
        'user',
        `${common} CURSOR_USER_EMAIL=a@example.com PWD=${join(home, '.cursor')} CURSOR_TRANSCRIPT_PATH=/t.jsonl CURSOR_CODE_REMOTE=unset HOME_OF_HOST=x`,
      ],
    ])
    expect((await hooks.fire('postToolUse', used)).context).toMatch(/CURSOR_USER_EMAIL=unset .*TRANSCRIPT_PATH=unset/)
  })
})

describe('sessionEnd', () => {
  it('is fired and forgotten; close lets its hooks end, and their record comes', async () => {
    const file = join(base, 'ended')
    project({ sessionEnd: [`sleep 0.3; touch ${file}`] })
    const hooks = await open()
    const events: string[] = []
    hooks.on('record', (record) => events.push(record.effect.event))
    const effect = await hooks.fire('sessionEnd', end)
    expect(effect).toMatchObject({ verdict: 'allow', kind: 'proceed', runs: [] })
    expect(effect.plan.entries).toHaveLength(1)
    expect(existsSync(file)).toBe(false)
    await hooks.close()
    expect(existsSync(file)).toBe(true)
    expect(events).toEqual(['sessionEnd'])
    expect(hooks.log).toHaveLength(1)
  })

  it('is not lost when close follows at once', async () => {
    const file = join(base, 'ended')
    project({ sessionEnd: [`touch ${file}`] })
    const hooks = await open()
    void hooks.fire('sessionEnd', end)
    await hooks.close()
    expect(existsSync(file)).toBe(true)
  })

  it('without hooks says that no hook ran', async () => {
    expect((await (await open()).fire('sessionEnd', end)).because.rule).toBe('nobody')
  })

  it('keeps close waiting no longer than the timeouts of its hooks', async () => {
    project({ sessionEnd: [{ command: 'sleep 6000', timeout: 0.2 }] })
    const hooks = await open()
    await hooks.fire('sessionEnd', end)
    // Without the timeout this test would not end.
    await hooks.close()
  })
})

describe('stop loops', () => {
  const again = says({ followup_message: 'again' })
  const counts = async (hooks: Hooks, times: number, more: object = {}) => {
    const seen: [unknown, string][] = []
    for (let at = 0; at < times; at++) {
      const effect = await hooks.fire('stop', { status: 'completed', ...more } as never)
      seen.push([effect.input.loop_count, effect.kind])
    }
    return seen
  }
  const inline = (event: 'stop' | 'subagentStop', more: object = {}) => ({
    [event]: [{ name: `again ${event}`, ...more, run: () => ({ followup_message: 'again' }) }] as never,
  })

  it('count the follow-ups of a conversation from 0; the script is skipped at its limit, 5 by default', async () => {
    project({ stop: [again] })
    const hooks = await open()
    expect(await counts(hooks, 5)).toEqual([0, 1, 2, 3, 4].map((count) => [count, 'follow-up']))
    const effect = await hooks.fire('stop', stop)
    expect(effect).toMatchObject({ kind: 'proceed', input: { loop_count: 5 }, runs: [] })
    expect(effect.plan.skipped).toMatchObject([{ why: 'loop-limit', detail: expect.stringMatching(/5/) }])
  })

  it('count per conversation, and for stop and subagentStop apart', async () => {
    const hooks = await open({ hooks: { ...inline('stop'), ...inline('subagentStop') } })
    await counts(hooks, 2)
    expect((await hooks.fire('subagentStop', subagent)).input.loop_count).toBe(0)
    expect((await hooks.fire('subagentStop', subagent)).input.loop_count).toBe(1)
    expect(await counts(hooks, 1)).toEqual([[2, 'follow-up']])
    expect(await counts(hooks, 1, { conversation_id: 'other' })).toEqual([[0, 'follow-up']])
  })

  it('of both that end at once count both', async () => {
    const slow = (event: 'stop' | 'subagentStop') => ({
      [event]: [{ name: event, run: () => wait(30).then(() => ({ followup_message: 'again' })) }] as never,
    })
    const hooks = await open({ hooks: { ...slow('stop'), ...slow('subagentStop') } })
    await Promise.all([hooks.fire('stop', stop), hooks.fire('subagentStop', subagent)])
    expect((await hooks.fire('stop', stop)).input.loop_count).toBe(1)
    expect((await hooks.fire('subagentStop', subagent)).input.loop_count).toBe(1)
  })

  it('go on when an agent reports the follow-up itself as a prompt, once', async () => {
    const hooks = await open({ hooks: inline('stop') })
    await counts(hooks, 2)
    await hooks.fire('beforeSubmitPrompt', { ...prompt, prompt: 'again' })
    expect(await counts(hooks, 1)).toEqual([[2, 'follow-up']])
    await hooks.fire('beforeSubmitPrompt', { ...prompt, prompt: 'again' })
    await hooks.fire('beforeSubmitPrompt', { ...prompt, prompt: 'again' })
    expect(await counts(hooks, 1)).toEqual([[0, 'follow-up']])
  })

  it('begin anew when the person sends a message', async () => {
    const hooks = await open({ hooks: inline('stop') })
    await counts(hooks, 3)
    await hooks.fire('beforeSubmitPrompt', prompt)
    expect(await counts(hooks, 1)).toEqual([[0, 'follow-up']])
  })

  it('use a given count as it is', async () => {
    const hooks = await open({ hooks: inline('stop') })
    expect(await counts(hooks, 2, { loop_count: 4 })).toEqual([
      [4, 'follow-up'],
      [4, 'follow-up'],
    ])
    expect(await counts(hooks, 1, { loop_count: 7 })).toEqual([[7, 'proceed']])
  })

  it('are limited script by script; null means no limit', async () => {
    project({
      stop: [
        { command: says({ followup_message: 'one' }), loop_limit: 1 },
        { command: says({ followup_message: 'two' }), loop_limit: 2 },
        { command: says({ followup_message: 'ever' }), loop_limit: null },
      ],
    })
    const hooks = await open()
    const followUps: unknown[] = []
    for (let at = 0; at < 4; at++) followUps.push((await hooks.fire('stop', stop)).followUp)
    expect(followUps).toEqual(['one', 'two', 'ever', 'ever'])
    const late = await hooks.fire('stop', { status: 'completed', loop_count: 1000 } as never)
    expect(late.followUp).toBe('ever')
  })

  it('do not count where nothing followed', async () => {
    const hooks = await open({ hooks: { stop: [{ name: 'quiet', run: () => ({ followup_message: '' }) }] } })
    expect(await counts(hooks, 3)).toEqual(Array(3).fill([0, 'proceed']))
  })

  it("a person's abort stands; an error may be followed up; a subagent's only when completed", async () => {
    const hooks = await open({ hooks: { ...inline('stop'), ...inline('subagentStop') } })
    const kind = async (event: 'stop' | 'subagentStop', status: string) =>
      (await hooks.fire(event, { ...(subagent as object), status } as never)).kind
    expect(await kind('stop', 'aborted')).toBe('proceed')
    expect(await kind('stop', 'error')).toBe('follow-up')
    expect(await kind('subagentStop', 'error')).toBe('proceed')
    expect(await kind('subagentStop', 'completed')).toBe('follow-up')
  })

  it('in edition 2.3 end after five in all, whatever a script says', async () => {
    user({ stop: [{ command: again, loop_limit: null }] })
    const hooks = await open({ edition: '2.3' })
    expect((await counts(hooks, 6)).map(([, kind]) => kind)).toEqual([...Array(5).fill('follow-up'), 'proceed'])
    const effect = await hooks.fire('stop', stop)
    expect(effect.plan.skipped[0]?.detail).toContain('Stop hook auto-loop limit reached')
  })
})

describe('plugins that a workspace names', () => {
  it('load, and their hooks run for later events', async () => {
    const plugin = join(base, 'plugin')
    const command = 'printf \'{"permission":"deny","user_message":"%s"}\' "$CURSOR_PLUGIN_ROOT"'
    write(join(plugin, 'hooks/hooks.json'), hooksFile({ preToolUse: [command] }))
    project({ workspaceOpen: [says({ pluginPaths: [plugin, plugin] })] })
    const hooks = await open()
    expect(hooks.has('preToolUse')).toBe(false)
    expect((await hooks.fire('workspaceOpen', {})).pluginPaths).toEqual([plugin])
    expect(hooks.has('preToolUse')).toBe(true)
    const effect = await hooks.fire('preToolUse', { tool_name: 'Grep', tool_input: {}, tool_use_id: 't', cwd: root })
    expect(effect.userMessage).toBe(`Tool execution was blocked by a hook: ${plugin}`)
    expect(effect.runs[0]?.entry.origin).toMatchObject({ source: 'plugin', root: plugin })
  })

  it('are not loaded on the word of a project that is not trusted', async () => {
    const plugin = join(base, 'plugin')
    write(join(plugin, 'hooks/hooks.json'), hooksFile({ preToolUse: ['exit 2'] }))
    project({ workspaceOpen: [says({ pluginPaths: [plugin] })] })
    const hooks = await open({ trust: 'none' })
    await hooks.fire('workspaceOpen', {})
    expect(hooks.has('preToolUse')).toBe(false)
  })

  it('and those of the option are loaded from the beginning', async () => {
    const plugin = join(base, 'plugin')
    write(join(plugin, 'hooks/hooks.json'), hooksFile({ preToolUse: ['exit 2'] }))
    const hooks = await open({ plugins: [plugin] })
    expect(hooks.entries.map((entry) => entry.origin.source)).toEqual(['plugin'])
  })
})

describe('refusals that the agent honours later', () => {
  it('of an untrusted workspace never displace another one', async () => {
    const deny = { type: 'rule', rule: { when: { field: 'subagent_type', starts_with: '' }, verdict: 'deny' } }
    write(join(root, '.hookline/hookline.json'), hooksFile({ subagentStart: [deny] }))
    const hooks = await open({
      trust: 'none',
      agent: 'claude',
      hooks: { sessionStart: [{ name: 'own', run: () => ({ continue: false, user_message: 'never' }) }] },
    })
    const sample = eventRows.subagentStart.sample(root)
    expect(await hooks.fire('sessionStart', { conversation_id: 'c', ...start })).toMatchObject({ unenforced: 'later' })
    for (let at = 0; at < 25; at++)
      expect(
        await hooks.untyped.fire('subagentStart', { ...sample, conversation_id: 'c', subagent_id: `a${at}` }),
      ).toMatchObject({
        unenforced: 'later',
      })
    const refused = await hooks.untyped.fire('preToolUse', {
      ...eventRows.preToolUse.sample(root),
      conversation_id: 'c',
    })
    expect(refused).toMatchObject({ kind: 'refuse' })
    expect(refused.userMessage).toContain('refused at sessionStart: never')
  })
})
