import { chmodSync, existsSync, mkdirSync, readFileSync, renameSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import type { Hooks } from '../hooks.ts'
import type { Source, TrustRequest } from '../ports.ts'
import { type EventName, eventNames, eventRows } from '../protocol/events/index.ts'
import { useScratch, write } from '../testing/scratch.ts'
import { until } from '../testing/wait-until.ts'
import { compose } from './create-hooks.ts'
import type { CreateOptions } from './create-options.ts'

let base: string
let home: string
let root: string
let enterpriseDir: string
const { open, opened } = useScratch((scratch) => {
  ;({ base, home, root, enterpriseDir } = scratch)
}, {})

const one = (command: string, event = 'beforeShellExecution') => ({ version: 1, hooks: { [event]: [{ command }] } })
const projectFile = () => join(root, '.cursor/hooks.json')
const userFile = () => join(home, '.cursor/hooks.json')
const enterpriseFile = () => join(enterpriseDir, 'hooks.json')
const shell = { command: 'ls', cwd: '/', sandbox: false }
const fireShell = (hooks: Hooks) => hooks.fire('beforeShellExecution', shell)
const fireSample = (hooks: Hooks, name: EventName) => hooks.fire(name, eventRows[name].sample(root) as never)
const commands = (hooks: Hooks) => hooks.entries.map((entry) => entry.command)
const wait = (ms: number) => new Promise((done) => setTimeout(done, ms))
const gates = eventNames.filter((name) => eventRows[name].guardsAct)

describe('trust', () => {
  it.each<[string, CreateOptions['trust'], boolean]>([
    ["'all'", 'all', true],
    ["'none'", 'none', false],
    ['a function that returns true', () => true, true],
    ['a function that returns false', () => false, false],
    ['a promise of true', async () => true, true],
    ['a promise of false', async () => false, false],
    // A caller without types may return anything.
    ['a value that is not true', () => 'yes' as never, false],
    [
      'an exception',
      () => {
        throw new Error('no terminal')
      },
      false,
    ],
    ['a rejection', async () => Promise.reject(new Error('gone')), false],
    ['nothing, and nothing stored', undefined, false],
  ])('%s: a project hook runs or is skipped', async (_what, trust, runs) => {
    const file = join(base, 'ran')
    write(projectFile(), one(`touch ${file}; exit 2`))
    const hooks = await open(trust === undefined ? {} : { trust })
    const effect = await fireShell(hooks)
    expect(effect.kind).toBe(runs ? 'refuse' : 'proceed')
    expect(existsSync(file)).toBe(runs)
    if (!runs) expect(effect.plan.skipped).toMatchObject([{ why: 'untrusted', detail: expect.any(String) }])
  })

  it('is not needed for hooks of the user and the organisation', async () => {
    write(userFile(), one('exit 2'))
    write(enterpriseFile(), one('exit 2', 'preToolUse'))
    const hooks = await open({ trust: 'none' })
    expect((await fireShell(hooks)).kind).toBe('refuse')
    expect((await fireSample(hooks, 'preToolUse')).kind).toBe('refuse')
  })

  it('passes a function the root, the entries, and the files they name with their hashes', async () => {
    write(join(root, 'check.sh'), 'exit 0\n')
    write(projectFile(), one('sh ./check.sh'))
    const asked: TrustRequest[] = []
    await open({
      trust: (request) => {
        asked.push(request)
        return true
      },
    })
    expect(asked).toMatchObject([
      {
        root,
        entries: [{ command: 'sh ./check.sh' }],
        files: [{ path: join(root, 'check.sh'), sha256: expect.stringMatching(/^[0-9a-f]{64}$/) }],
        changed: false,
      },
    ])
  })

  it('asks again for a changed script; until it is approved its gates refuse with rule config', async () => {
    write(join(root, 'check.sh'), 'exit 0\n')
    write(projectFile(), one('sh ./check.sh'))
    let answer = true
    const changes: boolean[] = []
    const hooks = await open({
      trust: ({ changed }) => {
        changes.push(changed)
        return answer
      },
    })
    expect((await fireShell(hooks)).kind).toBe('proceed')
    answer = false
    write(join(root, 'check.sh'), `touch ${join(base, 'evil')}\n`)
    const effect = await fireShell(hooks)
    expect(effect).toMatchObject({ verdict: 'deny', kind: 'refuse', because: { rule: 'config' } })
    expect(effect.plan.skipped).toMatchObject([{ why: 'changed' }])
    expect(existsSync(join(base, 'evil'))).toBe(false)
    expect(changes).toEqual([false, true])
    expect((await fireSample(hooks, 'preToolUse')).kind).toBe('proceed')
  })

  it('with stored trust: runs unchanged content, refuses a changed entry, runs it again once approved', async () => {
    write(projectFile(), one('true'))
    const { hooks, configs } = await compose({ workspaceRoots: [root], home, watch: false })
    opened.push(hooks)
    expect((await fireShell(hooks)).plan.skipped).toMatchObject([{ why: 'untrusted' }])
    configs.store.add(configs.trustOf(root).content)
    await hooks.reload()
    expect((await fireShell(hooks)).runs.map((run) => run.outcome.kind)).toEqual(['silent'])
    write(projectFile(), one('echo changed'))
    await hooks.reload()
    const effect = await fireShell(hooks)
    expect(effect).toMatchObject({ kind: 'refuse', because: { rule: 'config', failure: 'config' } })
    expect(effect.userMessage).toMatch(/^Command execution was blocked by a hook: .*trust/)
    rmSync(projectFile())
    await hooks.reload()
    expect((await fireShell(hooks)).kind).toBe('refuse')
    configs.store.add(configs.trustOf(root).content)
    await hooks.reload()
    expect((await fireShell(hooks)).kind).toBe('proceed')
  })

  const removed = { trust: 'all', edition: '2.3', experiments: ['x'], endpoints: {} }

  it('a project cannot declare itself trusted or choose its edition', async () => {
    write(join(root, '.hookline/hookline.json'), { ...one('exit 2'), ...removed })
    const hooks = await open()
    const effect = await fireShell(hooks)
    expect(effect.kind).toBe('proceed')
    expect(effect.plan).toMatchObject({ edition: 'hookline', skipped: [{ why: 'untrusted' }] })
  })

  it.each([
    ['the user', () => join(home, '.config/hookline/hookline.json')],
    ['the organisation', () => join(enterpriseDir, 'hookline.json')],
  ])('settings that never had an effect do not disable the other hooks in the file of %s', async (_, file) => {
    write(file(), { ...one('exit 2'), ...removed })
    const hooks = await open()
    expect(hooks.problems.map(({ code, severity }) => `${severity} ${code}`)).toEqual(
      Object.keys(removed).map(() => 'warning removed-setting'),
    )
    const effect = await fireShell(hooks)
    expect(effect).toMatchObject({ kind: 'refuse', because: { rule: 'exit-2' }, plan: { edition: 'hookline' } })
    write(file(), removed)
    await hooks.reload()
    expect((await fireShell(hooks)).kind).toBe('proceed')
  })
})

describe('a broken file', () => {
  it('of the organisation closes every gate before an action and names file and line, regardless of failClosed', async () => {
    write(enterpriseFile(), '{\n  "version": 1,\n  "hooks": { "stop": [ }\n}\n')
    const hooks = await open()
    for (const name of gates) {
      const effect = await fireSample(hooks, name)
      expect([name, effect.kind, effect.because.rule]).toEqual([name, 'refuse', 'config'])
      expect(effect.runs).toMatchObject([
        { entry: { origin: { source: 'enterprise' } }, outcome: { kind: 'failed', code: 'config', policy: 'closed' } },
      ])
      const messages = `${effect.userMessage} ${effect.because.message}`
      expect(messages).toContain(`${enterpriseFile()}:3`)
    }
    expect((await fireSample(hooks, 'stop')).kind).toBe('proceed')
    expect((await fireSample(hooks, 'afterAgentResponse')).kind).toBe('proceed')
    expect(hooks.problems[0]).toMatchObject({ severity: 'error', file: enterpriseFile(), line: 3 })
  })

  it('of the organisation: one invalid entry closes only its own gate', async () => {
    write(enterpriseFile(), { version: 1, hooks: { beforeShellExecution: [{ command: 5 }], stop: [{ command: 5 }] } })
    const hooks = await open()
    expect(await fireShell(hooks)).toMatchObject({ kind: 'refuse', because: { rule: 'config' } })
    expect((await fireSample(hooks, 'preToolUse')).kind).toBe('proceed')
    expect((await fireSample(hooks, 'stop')).kind).toBe('proceed')
  })

  it('of the organisation: a misspelled gate event closes that gate', async () => {
    write(enterpriseFile(), one('true', 'beforeShellExecutoin'))
    const hooks = await open()
    expect(await fireShell(hooks)).toMatchObject({ kind: 'refuse', because: { rule: 'config' } })
    expect((await fireSample(hooks, 'beforeMCPExecution')).kind).toBe('proceed')
  })

  it('of a project keeps the last good entries, and the other files still count', async () => {
    write(projectFile(), one('exit 2'))
    write(userFile(), one('true'))
    const hooks = await open({ trust: 'all' })
    write(projectFile(), '{ "version": 1, "hooks": ')
    await hooks.reload()
    expect(commands(hooks)).toEqual(['exit 2', 'true'])
    expect((await fireShell(hooks)).kind).toBe('refuse')
    expect(hooks.problems).toMatchObject([{ severity: 'error', file: projectFile() }])
    rmSync(projectFile())
    await hooks.reload()
    expect(commands(hooks)).toEqual(['true'])
    expect(hooks.problems).toEqual([])
  })

  it('of a project at the start is a problem, not a rejection', async () => {
    write(projectFile(), 'nonsense')
    const hooks = await open({ trust: 'all' })
    expect((await fireShell(hooks)).kind).toBe('proceed')
    expect(hooks.problems.map((problem) => problem.severity)).toContain('error')
  })

  it('that is a directory is reported as a problem', async () => {
    mkdirSync(userFile(), { recursive: true })
    const hooks = await open()
    expect(hooks.problems).toMatchObject([{ severity: 'error', file: userFile() }])
  })
})

describe('sources', () => {
  it('add up in order of priority; a lower one cannot override the decision of a higher one', async () => {
    const deny = `printf '{"permission":"deny","user_message":"managed"}'`
    const allow = `printf '{"permission":"allow","user_message":"sure"}'`
    write(enterpriseFile(), one(deny))
    write(projectFile(), one(allow))
    write(userFile(), one(allow))
    const hooks = await open({ trust: 'all', hooks: { beforeShellExecution: [{ command: allow }] } })
    expect(hooks.entries.map((entry) => entry.origin.source)).toEqual(['enterprise', 'project', 'user', 'inline'])
    const effect = await fireShell(hooks)
    expect(effect).toMatchObject({ kind: 'refuse', reply: { user_message: 'managed' } })
    expect(effect.because.entries.map((entry) => entry.origin.source)).toEqual(['enterprise'])
  })

  it('run in their own directories: enterprise, root, ~/.cursor, first root for inline', async () => {
    const command = `printf '{"additional_context":"%s"}' "$(pwd -P)"`
    for (const file of [enterpriseFile(), projectFile(), userFile()]) write(file, one(command, 'postToolUse'))
    const hooks = await open({ trust: 'all', hooks: { postToolUse: [{ command }] } })
    const effect = await fireSample(hooks, 'postToolUse')
    expect((effect as { context?: string }).context?.split('\n\n---\n\n')).toEqual([
      enterpriseDir,
      root,
      join(home, '.cursor'),
      root,
    ])
  })

  it('of the embedder are added to the standard ones, or replace them', async () => {
    write(userFile(), one('true'))
    const donor = await open()
    const [entry] = donor.entries
    const extra: Source = { name: 'user', load: () => ({ entries: entry === undefined ? [] : [entry], problems: [] }) }
    expect((await open({ sources: [extra] })).entries).toHaveLength(2)
    rmSync(userFile())
    write(projectFile(), one('false'))
    expect(commands(await open({ sources: { only: [extra] }, trust: 'all' }))).toEqual(['true'])
  })

  it('every root of a workspace has its own hooks and its own directory', async () => {
    const second = join(base, 'second')
    const command = `printf '{"additional_context":"%s"}' "$CURSOR_PROJECT_DIR"`
    write(join(second, '.cursor/hooks.json'), one(command, 'postToolUse'))
    write(projectFile(), one(command, 'postToolUse'))
    const hooks = await open({ workspaceRoots: [second, root], trust: 'all' })
    const effect = await fireSample(hooks, 'postToolUse')
    expect((effect as { context?: string }).context?.split('\n\n---\n\n')).toEqual([second, root])
  })

  it("Claude Code hooks get Claude Code's payload, and exit 2 refuses", async () => {
    const seen = join(base, 'seen')
    write(join(root, '.claude/settings.json'), {
      hooks: { PreToolUse: [{ matcher: 'Bash', hooks: [{ type: 'command', command: `cat > ${seen}; exit 2` }] }] },
    })
    const hooks = await open({ trust: 'all' })
    expect((await fireSample(hooks, 'preToolUse')).kind).toBe('refuse')
    expect(JSON.parse(readFileSync(seen, 'utf8'))).toMatchObject({ hook_event_name: 'PreToolUse', tool_name: 'Bash' })
  })

  it('reads no home directory other than the given one', async () => {
    const hooks = await open()
    expect(hooks.entries.filter((entry) => entry.origin.file !== undefined)).toEqual([])
  })
})

describe('a save', () => {
  it('is seen by an event 100 ms later, with and without watching', async () => {
    for (const watch of [false, true]) {
      write(projectFile(), one('true'))
      const hooks = await open({ trust: 'all', watch })
      expect((await fireShell(hooks)).kind).toBe('proceed')
      write(projectFile(), one('exit 2'))
      await wait(120)
      expect((await fireShell(hooks)).kind).toBe('refuse')
    }
  })

  it('by rename, in a new directory, and a removal are seen too', async () => {
    const hooks = await open({ trust: 'all', watch: true })
    expect(hooks.has('beforeShellExecution')).toBe(false)
    write(`${projectFile()}.tmp`, one('exit 2'))
    renameSync(`${projectFile()}.tmp`, projectFile())
    await wait(120)
    expect((await fireShell(hooks)).kind).toBe('refuse')
    write(`${projectFile()}.tmp`, one('true'))
    renameSync(`${projectFile()}.tmp`, projectFile())
    await wait(120)
    expect((await fireShell(hooks)).kind).toBe('proceed')
    rmSync(join(root, '.cursor'), { recursive: true })
    await wait(120)
    expect(await fireShell(hooks)).toMatchObject({ because: { rule: 'nobody' } })
  })

  it('before reload is seen by the next event, and by entries', async () => {
    const hooks = await open({ trust: 'all' })
    write(projectFile(), one('exit 2'))
    await hooks.reload()
    expect(commands(hooks)).toEqual(['exit 2'])
    expect((await fireShell(hooks)).kind).toBe('refuse')
  })

  it('with watching is seen by entries without any event', async () => {
    const hooks = await open({ trust: 'all', watch: true })
    write(projectFile(), one('exit 2'))
    await until(() => hooks.has('beforeShellExecution'))
  })

  it('during an event changes nothing for that event', async () => {
    write(projectFile(), one('sleep 0.3; exit 2'))
    const hooks = await open({ trust: 'all' })
    const running = fireShell(hooks)
    write(projectFile(), one('true'))
    await hooks.reload()
    expect((await running).kind).toBe('refuse')
    expect((await fireShell(hooks)).kind).toBe('proceed')
  })
})

describe('editions', () => {
  const replyWith = (reply: object) => `printf '%s' '${JSON.stringify(reply)}'`

  it('2.3 reads project hooks only with the experiment, and ignores exit 2', async () => {
    write(projectFile(), one('exit 2'))
    const without = await open({ edition: '2.3', trust: 'all' })
    expect((await fireShell(without)).runs).toEqual([])
    const experiments = ['hooks_ide_project_config']
    const hooks = await open({ edition: '2.3', trust: 'all', experiments })
    const effect = await fireShell(hooks)
    expect(effect).toMatchObject({ kind: 'proceed', because: { rule: 'failed-open' } })
    expect(effect.runs).toHaveLength(1)
  })

  it('3 fails open unless the entry sets failClosed; 2.4 does not read that key', async () => {
    write(userFile(), { version: 1, hooks: { beforeMCPExecution: [{ command: 'exit 1', failClosed: false }] } })
    const kind = async (edition: CreateOptions['edition']) =>
      (await fireSample(await open({ ...(edition && { edition }) }), 'beforeMCPExecution')).kind
    expect(await kind('2.4')).toBe('refuse')
    expect(await kind('3')).toBe('proceed')
    expect(await kind('hookline')).toBe('proceed')
    write(userFile(), { version: 1, hooks: { beforeMCPExecution: [{ command: 'exit 1' }] } })
    expect(await kind('3')).toBe('proceed')
    expect(await kind('hookline')).toBe('refuse')
  })

  it('ask on preToolUse: asks in hookline, has no effect in 3, is an invalid reply in 2.4', async () => {
    write(userFile(), one(replyWith({ permission: 'ask' }), 'preToolUse'))
    const fired = async (edition: NonNullable<CreateOptions['edition']>) =>
      fireSample(await open({ edition, onAsk: 'host' }), 'preToolUse')
    expect((await fired('hookline')).kind).toBe('ask')
    expect(await fired('3')).toMatchObject({ kind: 'proceed', because: { rule: 'no-opinion' } })
    expect(await fired('2.4')).toMatchObject({ kind: 'proceed', because: { failure: 'bad-reply' } })
  })

  it('single values: the highest source wins in hookline, the last one in 3', async () => {
    write(enterpriseFile(), one(replyWith({ followup_message: 'managed' }), 'stop'))
    write(userFile(), one(replyWith({ followup_message: 'mine' }), 'stop'))
    const followUp = async (edition: NonNullable<CreateOptions['edition']>) =>
      ((await fireSample(await open({ edition }), 'stop')) as { followUp?: string }).followUp
    expect(await followUp('hookline')).toBe('managed')
    expect(await followUp('2.4')).toBe('managed')
    expect(await followUp('3')).toBe('mine')
  })

  it('sessionStart and afterAgentResponse refuse in hookline and not in 3', async () => {
    write(userFile(), {
      version: 1,
      hooks: {
        sessionStart: [{ command: replyWith({ continue: false }) }],
        afterAgentResponse: [{ command: 'exit 2' }],
      },
    })
    for (const name of ['sessionStart', 'afterAgentResponse'] as const) {
      expect((await fireSample(await open(), name)).kind).toBe('refuse')
      expect((await fireSample(await open({ edition: '3' }), name)).kind).toBe('proceed')
    }
  })

  it('older field names are sent with the new ones in hookline, alone in 2.3, and not in 3', async () => {
    const seen = join(base, 'seen')
    write(userFile(), one(`cat > ${seen}`, 'beforeSubmitPrompt'))
    const read = async (edition: NonNullable<CreateOptions['edition']>) => {
      await fireSample(await open({ edition }), 'beforeSubmitPrompt')
      return JSON.parse(readFileSync(seen, 'utf8')) as Record<string, unknown>
    }
    expect(await read('hookline')).toMatchObject({ prompt: expect.any(String), prompt_text: expect.any(String) })
    expect(await read('3')).not.toHaveProperty('prompt_text')
    expect(await read('2.3')).toHaveProperty('prompt_text')
  })
})

describe('a payload', () => {
  it('of any size reaches the gate completely', async () => {
    write(userFile(), one('[ "$(wc -c)" -gt 3000000 ] && exit 2; exit 0', 'beforeReadFile'))
    const hooks = await open()
    const big = { file_path: '/x', content: 'x'.repeat(3_000_000), attachments: [] }
    expect((await hooks.fire('beforeReadFile', big)).because.rule).toBe('exit-2')
    expect((await hooks.fire('beforeReadFile', { ...big, content: 'x' })).kind).toBe('proceed')
  })

  it('is one JSON object and a newline, which /dev/stdin can read', async () => {
    const seen = join(base, 'seen')
    write(userFile(), one(`cat /dev/stdin > ${seen}`))
    await (await open()).fire('beforeShellExecution', { ...shell, command: 'echo "ä\n😀"' })
    const text = readFileSync(seen, 'utf8')
    expect(text.endsWith('}\n')).toBe(true)
    expect(text.trimEnd()).not.toContain('\n')
    expect(JSON.parse(text)).toMatchObject({ command: 'echo "ä\n😀"', hook_event_name: 'beforeShellExecution' })
  })

  it('a script beside the file runs by its relative path', async () => {
    write(join(root, '.cursor/hooks/no.sh'), '#!/bin/sh\necho nope >&2\nexit 2\n')
    chmodSync(join(root, '.cursor/hooks/no.sh'), 0o755)
    write(projectFile(), one('.cursor/hooks/no.sh'))
    const effect = await fireShell(await open({ trust: 'all' }))
    expect(effect.userMessage).toBe('Command execution was blocked by a hook: nope')
  })
})
