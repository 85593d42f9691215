import { execFileSync } from 'node:child_process'
import { chmodSync, mkdirSync, mkdtempSync, readdirSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { editions } from '../../editions.ts'
import type { Config } from '../../flow.ts'
import type { TrustOption, TrustRequest } from '../../ports.ts'
import { standardSources } from '../../sources/index.ts'
import type { InlineHooks } from '../../sources/inline.ts'
import { until } from '../../testing/wait-until.ts'
import { type ConfigsOptions, createConfigs, type NodeConfigs } from './configs.ts'
import { sourceSetup } from './source-setup.ts'

let base: string
let home: string
let root: string
let enterpriseDir: string
const opened: NodeConfigs[] = []

beforeEach(() => {
  base = mkdtempSync(join(tmpdir(), 'hookline-configs-'))
  home = join(base, 'home')
  root = join(base, 'work')
  enterpriseDir = join(base, 'enterprise')
  for (const directory of [home, root]) mkdirSync(directory)
})
afterEach(() => {
  for (const configs of opened.splice(0)) configs.close()
  rmSync(base, { recursive: true, force: true })
})

const write = (path: string, value: unknown) => {
  mkdirSync(dirname(path), { recursive: true })
  writeFileSync(path, typeof value === 'string' ? value : JSON.stringify(value))
}
const hooks = (command: string, event = 'stop') => ({ version: 1, hooks: { [event]: [{ command }] } })
const projectFile = () => join(root, '.cursor', 'hooks.json')
const userFile = () => join(home, '.cursor', 'hooks.json')

interface Options extends Partial<ConfigsOptions> {
  readonly plugins?: readonly string[]
  readonly inline?: InlineHooks
}
async function open({ plugins, inline, ...options }: Options = {}): Promise<NodeConfigs> {
  const setup = sourceSetup({ home })
  const sources = standardSources({
    ...setup,
    roots: [root],
    enterpriseDir,
    ...(plugins === undefined ? {} : { plugins }),
    ...(inline === undefined ? {} : { hooks: inline }),
  })
  const configs = await createConfigs({
    sources,
    setup,
    edition: editions.hookline,
    roots: [root],
    watch: false,
    ...options,
  })
  opened.push(configs)
  return configs
}
const commands = (config: Config) => config.entries.map((entry) => entry.command)
const codes = (config: Config) => config.problems.map((problem) => problem.code)
const wait = (ms: number) => new Promise((done) => setTimeout(done, ms))

describe('all sources', () => {
  it('are read in order of priority, each with its working directory and trust state', async () => {
    write(join(enterpriseDir, 'hooks.json'), hooks('e'))
    write(join(enterpriseDir, 'hookline.json'), hooks('eo'))
    write(join(home, '.cursor/managed/team_10/hooks/hooks.json'), hooks('t10'))
    write(join(home, '.cursor/managed/team_9/hooks/hooks.json'), hooks('t9'))
    write(projectFile(), hooks('p'))
    write(join(root, '.hookline/hookline.json'), hooks('po'))
    write(userFile(), hooks('u'))
    write(join(home, '.config/hookline/hookline.json'), hooks('uo'))
    const claude = (command: string) => ({ hooks: { Stop: [{ hooks: [{ type: 'command', command }] }] } })
    write(join(root, '.claude/settings.local.json'), claude('cl'))
    write(join(root, '.claude/settings.json'), claude('cp'))
    write(join(home, '.claude/settings.json'), claude('cu'))
    write(join(base, 'plug/hooks/hooks.json'), { hooks: { stop: [{ command: 'pl' }] } })
    const configs = await open({ trust: 'all', plugins: [join(base, 'plug')], inline: { stop: [{ command: 'i' }] } })
    const seen = configs
      .current()
      .entries.map(({ command, origin, trust, cwd }) => [command, origin.source, trust, cwd.replace(base, '')])
    expect(seen).toEqual([
      ['e', 'enterprise', 'managed', '/enterprise'],
      ['eo', 'enterprise', 'managed', '/enterprise'],
      ['t9', 'team', 'managed', '/home/.cursor/managed/team_9/hooks'],
      ['t10', 'team', 'managed', '/home/.cursor/managed/team_10/hooks'],
      ['p', 'project', 'trusted', '/work'],
      ['po', 'project', 'trusted', '/work'],
      ['u', 'user', 'own', '/home/.cursor'],
      ['uo', 'user', 'own', '/home/.cursor'],
      ['cl', 'claude-local', 'trusted', '/work'],
      ['cp', 'claude-project', 'trusted', '/work'],
      ['cu', 'claude-user', 'own', '/home/.claude'],
      ['pl', 'plugin', 'own', '/plug'],
      ['i', 'inline', 'own', '/work'],
    ])
    expect(configs.current().problems).toEqual([])
  })

  it('reads the user files once, as user files, if the workspace is the home directory', async () => {
    write(userFile(), hooks('u'))
    const setup = sourceSetup({ home })
    const sources = standardSources({ ...setup, roots: [home, home] })
    const configs = await open({ sources, roots: [home] })
    expect(configs.current().entries.map((entry) => entry.origin.source)).toEqual(['user'])
  })

  it('makes an entry of an inline function', async () => {
    const configs = await open({
      inline: { stop: [{ name: 'mine', matcher: 'x', run: () => ({ followup_message: 'go on' }) }] },
    })
    const [entry] = configs.current().entries
    expect(entry).toMatchObject({ label: 'mine', matcher: 'x', origin: { source: 'inline' } })
    // The function ignores its input, so any value will do.
    expect(entry?.call?.({} as never, new AbortController().signal)).toEqual({ followup_message: 'go on' })
    expect(configs.current().problems).toEqual([])
  })

  it('reads plugin hooks from a path or an object in plugin.json, and reports bad plugins', async () => {
    write(join(base, 'a/.cursor-plugin/plugin.json'), { name: 'a', hooks: './h.json' })
    write(join(base, 'a/h.json'), hooks('a'))
    write(join(base, 'b/.cursor-plugin/plugin.json'), { hooks: { stop: [{ command: 'b' }] } })
    write(join(base, 'c/.cursor-plugin/plugin.json'), { hooks: '../a/h.json' })
    const configs = await open()
    await configs.addPlugins(['a', 'b', 'c', 'd'].map((name) => join(base, name)))
    await configs.addPlugins([join(base, 'a'), 'relative'])
    expect(commands(configs.current())).toEqual(['a', 'b'])
    expect(codes(configs.current())).toEqual(['bad-plugin', 'bad-plugin', 'relative-plugin'])
  })

  it('reports a script in the wrong directory with the correct path', async () => {
    write(join(root, '.cursor/hooks/x.sh'), '')
    write(join(root, 'there.sh'), '')
    const list = [
      './hooks/x.sh',
      'bash hooks/x.sh',
      './there.sh',
      '.cursor/hooks/x.sh',
      './nowhere.sh',
      'git status',
    ].map((command) => ({ command }))
    write(projectFile(), { version: 1, hooks: { stop: list } })
    const { problems } = (await open({ trust: 'all' })).current()
    expect(problems.map(({ code, hint }) => [code, hint])).toEqual([
      ['wrong-directory', 'Write ".cursor/hooks/x.sh".'],
      ['wrong-directory', 'Write ".cursor/hooks/x.sh".'],
      ['missing-script', expect.any(String)],
    ])
  })
})

const makeFifo = (path: string) => {
  mkdirSync(dirname(path), { recursive: true })
  execFileSync('mkfifo', [path])
}

describe('bad files', () => {
  const badFiles: readonly (readonly [string, (path: string) => void, string])[] = [
    ['a directory', (path) => mkdirSync(path, { recursive: true }), 'not-a-file'],
    ['a FIFO', makeFifo, 'not-a-file'],
    ['NUL bytes', (path) => write(path, '{"a":"\0"}'), 'encoding'],
    ['50 MB', (path) => write(path, ' '.repeat(50_000_000)), 'too-large'],
    ['deep nesting', (path) => write(path, '['.repeat(100_000)), 'too-deep'],
  ]
  for (const [name, make, code] of badFiles)
    it(`${name} as a project file affects no other file; as a managed file it closes the gates`, async () => {
      make(projectFile())
      make(join(enterpriseDir, 'hooks.json'))
      write(userFile(), hooks('u'))
      const config = (await open({ trust: 'all' })).current()
      expect(codes(config)).toEqual([code, 'managed-broken', code])
      expect(commands(config).filter(Boolean)).toEqual(['u'])
      expect(config.entries.filter((entry) => entry.broken !== undefined)).toHaveLength(8)
    })
})

describe('freshness', () => {
  it('an event sees a save 100 ms later, without the file watcher', async () => {
    write(userFile(), hooks('a'))
    const configs = await open()
    expect(commands(await configs.fresh('stop'))).toEqual(['a'])
    write(userFile(), hooks('b'))
    await wait(100)
    const before = configs.current()
    expect(commands(await configs.fresh('sessionEnd'))).toEqual(['b'])
    expect(commands(before)).toEqual(['a'])
  })

  it('reload reads a save at once', async () => {
    const configs = await open()
    write(userFile(), hooks('b'))
    await configs.reload()
    expect(commands(configs.current())).toEqual(['b'])
  })

  it('an event within 50 ms of the last check does not check the files', async () => {
    const configs = await open()
    await configs.fresh('stop')
    const began = performance.now()
    for (let n = 0; n < 10_000; n++) configs.fresh('stop')
    // Checking the files each time would take a hundred times as long.
    expect((performance.now() - began) / 10_000).toBeLessThan(0.2)
  })

  it('a broken file of a user or project keeps its last good entries; a deleted one is gone', async () => {
    write(userFile(), hooks('a'))
    write(projectFile(), hooks('p'))
    const configs = await open({ trust: 'all' })
    write(userFile(), '{ "version": 1, "hooks": ')
    write(projectFile(), '{')
    await wait(60)
    await configs.reload()
    expect(commands(configs.current())).toEqual(['p', 'a'])
    expect(codes(configs.current())).toEqual(['syntax', 'syntax'])
    rmSync(userFile())
    await configs.reload()
    expect(commands(configs.current())).toEqual(['p'])
  })

  it('a broken managed file has no last good entries', async () => {
    write(join(enterpriseDir, 'hooks.json'), hooks('a', 'beforeReadFile'))
    const configs = await open()
    write(join(enterpriseDir, 'hooks.json'), '{')
    await configs.reload()
    expect(
      configs
        .current()
        .byEvent.get('beforeReadFile')
        ?.map((entry) => entry.broken !== undefined),
    ).toEqual([true])
  })

  it('reads a half-written file again before it counts', async () => {
    const configs = await open()
    write(userFile(), '{ "version": 1, "ho')
    setTimeout(() => write(userFile(), hooks('whole')), 10)
    await configs.reload()
    expect(commands(configs.current())).toEqual(['whole'])
    expect(codes(configs.current())).toEqual([])
  })

  it('reads a half-written managed file again, so that no gate closes for a moment', async () => {
    const file = join(enterpriseDir, 'hooks.json')
    write(file, hooks('a'))
    const configs = await open()
    write(file, '')
    setTimeout(() => write(file, hooks('b')), 10)
    await configs.reload()
    expect(commands(configs.current())).toEqual(['b'])
  })
})

describe('watching', () => {
  it('a save and a save by rename take effect without any event', async () => {
    write(userFile(), hooks('a'))
    const changes: Config[] = []
    const configs = await open({ watch: true })
    configs.onChange((config) => changes.push(config))
    write(userFile(), hooks('b'))
    await until(() => commands(configs.current())[0] === 'b')
    write(`${userFile()}.tmp`, hooks('c'))
    renameSync(`${userFile()}.tmp`, userFile())
    await until(() => commands(configs.current())[0] === 'c')
    expect(changes.length).toBeGreaterThanOrEqual(2)
  })

  it('notices a directory that appears later, is deleted and appears again', async () => {
    const configs = await open({ watch: true, trust: 'all' })
    for (const name of ['one', 'two']) {
      write(projectFile(), hooks(name))
      await until(() => commands(configs.current())[0] === name)
      rmSync(dirname(projectFile()), { recursive: true })
      await until(() => configs.current().entries.length === 0)
    }
  })

  it('handles 200 saves a second without a partial read, and ends with the last one', async () => {
    write(userFile(), hooks('0'))
    const configs = await open({ watch: true })
    const partial: Config[] = []
    for (let n = 1; n <= 200; n++) {
      write(userFile(), hooks(String(n)))
      const config = await configs.fresh('stop')
      if (config.entries.length !== 1) partial.push(config)
      await wait(5)
    }
    expect(partial).toEqual([])
    await wait(100)
    expect(commands(await configs.fresh('stop'))).toEqual(['200'])
    expect(codes(configs.current())).toEqual([])
  })

  it('does not read anything after close', async () => {
    const configs = await open({ watch: true })
    configs.close()
    write(userFile(), hooks('late'))
    await wait(60)
    expect(configs.current().entries).toEqual([])
  })
})

describe('trust', () => {
  const script = () => join(root, 'guard.sh')
  const gate = (command = './guard.sh') => write(projectFile(), hooks(command, 'beforeShellExecution'))
  const shell = (config: Config) =>
    (config.byEvent.get('beforeShellExecution') ?? []).map(
      (entry) => entry.broken?.message ?? entry.held?.why ?? entry.trust,
    )
  const changedMessage = () => `the hooks of ${root} have changed since they were trusted`

  beforeEach(() => {
    write(script(), '#!/bin/sh\n')
    chmodSync(script(), 0o755)
    gate()
  })

  it('skips hooks of a workspace that was never trusted', async () => {
    expect(shell((await open()).current())).toEqual(['untrusted'])
    expect(shell((await open({ trust: 'none' })).current())).toEqual(['untrusted'])
  })

  it('ignores the settings of an untrusted workspace', async () => {
    write(join(root, '.hookline/hookline.json'), { packs: { evil: {} } })
    expect((await open()).current().settings).toEqual([])
    expect((await open({ trust: 'all' })).current().settings).toHaveLength(1)
  })

  it('trusts unchanged content, and notices a `trust add` in another process', async () => {
    const configs = await open()
    const other = await open()
    expect(configs.trustOf(root).state).toBe('untrusted')
    other.store.add(other.trustOf(root).content)
    await wait(100)
    expect(shell(await configs.fresh('beforeShellExecution'))).toEqual(['trusted'])
    expect(configs.store.list()).toMatchObject([
      { root, follow: false, gates: ['beforeShellExecution'], files: [{ path: script() }] },
    ])
    const modes = [configs.store.file, dirname(configs.store.file)].map((path) => statSync(path).mode & 0o777)
    expect(modes).toEqual([0o600, 0o700])
    configs.store.remove(root)
    await configs.reload()
    expect(shell(configs.current())).toEqual(['untrusted'])
  })

  it('a changed script ends the trust at once, and its gates refuse', async () => {
    const configs = await open()
    configs.store.add(configs.trustOf(root).content)
    await configs.reload()
    write(script(), '#!/bin/sh\nexit 0\n')
    const config = await configs.fresh('beforeShellExecution')
    expect(shell(config)).toEqual(['changed', changedMessage()])
    expect(codes(config)).toEqual(['trust-changed'])
    expect(config.entries.map((entry) => entry.trust)).toEqual(['changed', 'changed'])
    write(script(), '#!/bin/sh\n')
    expect(shell(await configs.fresh('beforeShellExecution'))).toEqual(['trusted'])
  })

  it.each([
    ['a changed entry', () => gate('true')],
    ['a removed entry', () => write(projectFile(), { version: 1, hooks: {} })],
    ['a deleted file', () => rmSync(projectFile())],
    ['a broken file', () => write(projectFile(), '{')],
    [
      'a further Claude Code entry',
      () =>
        write(join(root, '.claude/settings.json'), {
          hooks: { Stop: [{ hooks: [{ type: 'command', command: 'x' }] }] },
        }),
    ],
    ['disableAllHooks', () => write(join(root, '.claude/settings.json'), { disableAllHooks: true })],
    ['a pack switched on', () => write(join(root, '.hookline/hookline.json'), { packs: { x: {} } })],
  ])('%s closes the gate that was trusted', async (_name, change) => {
    const before = await open()
    before.store.add(before.trustOf(root).content)
    change()
    expect(shell((await open()).current())).toContain(changedMessage())
  })

  it('a script that appears where a trusted command names one is a change', async () => {
    rmSync(script())
    const configs = await open()
    configs.store.add(configs.trustOf(root).content)
    await configs.reload()
    expect(shell(configs.current())).toEqual(['trusted'])
    write(script(), 'planted')
    expect(shell(await configs.fresh('beforeShellExecution'))).toEqual(['changed', changedMessage()])
  })

  it('accepts later changes of a followed workspace', async () => {
    const configs = await open()
    configs.store.add(configs.trustOf(root).content, { follow: true })
    write(script(), 'other')
    gate('other')
    await configs.reload()
    expect(shell(configs.current())).toEqual(['followed'])
  })

  it('an unreadable store trusts nothing, is reported, and is copied before it is replaced', async () => {
    const configs = await open()
    const { file } = configs.store
    write(file, '{ not json')
    await configs.reload()
    expect(shell(configs.current())).toEqual(['untrusted'])
    expect(codes(configs.current())).toEqual(['state-unreadable'])
    configs.store.add(configs.trustOf(root).content)
    expect(readdirSync(dirname(file)).some((name) => name.startsWith('trust.json.unreadable-'))).toBe(true)
    await configs.reload()
    expect(shell(configs.current())).toEqual(['trusted'])
  })

  it('asks the embedder once for each content, and passes whether it changed', async () => {
    const asked: TrustRequest[] = []
    const trust: TrustOption = async (request) => {
      asked.push(request)
      return !request.changed
    }
    const configs = await open({ trust })
    await configs.reload()
    expect(asked).toMatchObject([
      {
        root,
        changed: false,
        entries: [{ command: './guard.sh' }],
        files: [{ path: script(), sha256: expect.stringMatching(/^[0-9a-f]{64}$/) }],
      },
    ])
    expect(shell(configs.current())).toEqual(['trusted'])
    write(script(), 'other')
    expect(shell(await configs.fresh('beforeShellExecution'))).toEqual(['changed', changedMessage()])
    expect(asked).toHaveLength(2)
    expect(shell((await open({ trust: () => Promise.reject(new Error('no')) })).current())).toEqual(['untrusted'])
  })
})

describe('disabled hooks', () => {
  const stateFile = () => join(home, '.local/state/hookline/disabled.json')

  it('are disabled by id or unique name until their end time; managed entries never are', async () => {
    write(join(enterpriseDir, 'hooks.json'), { version: 1, hooks: { stop: [{ command: 'e', name: 'boss' }] } })
    write(userFile(), {
      version: 1,
      hooks: {
        stop: [
          { command: 'a' },
          { command: 'b', name: 'mine' },
          { command: 'c', name: 'x' },
          { command: 'd', name: 'x' },
        ],
      },
    })
    const configs = await open()
    const id = configs.current().entries.find((entry) => entry.command === 'a')?.id
    write(stateFile(), {
      version: 1,
      disabled: [id, { id: 'mine', until: new Date(Date.now() + 200).toISOString() }, 'x', 'boss'],
    })
    await configs.reload()
    const skipReasons = (config: Config) => config.entries.map((entry) => entry.held?.why)
    expect(skipReasons(configs.current())).toEqual([undefined, 'disabled', 'disabled', undefined, undefined])
    await wait(260)
    expect(skipReasons(await configs.fresh('stop'))).toEqual([undefined, 'disabled', undefined, undefined, undefined])
  })

  it('stay enabled if the list cannot be read', async () => {
    write(userFile(), hooks('a'))
    write(stateFile(), '[')
    const config = (await open()).current()
    expect(codes(config)).toEqual(['state-unreadable'])
    expect(config.entries[0]?.held).toBeUndefined()
  })
})
