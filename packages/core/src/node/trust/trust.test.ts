import {
  chmodSync,
  linkSync,
  mkdirSync,
  mkdtempSync,
  renameSync,
  rmSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { editions } from '../../editions.ts'
import type { Config } from '../../flow.ts'
import type { TrustOption } from '../../ports.ts'
import { standardSources } from '../../sources/index.ts'
import { createConfigs, type NodeConfigs } from '../config/configs.ts'
import { sourceSetup } from '../config/source-setup.ts'

let base: string
let root: string
const opened: NodeConfigs[] = []
const touched: string[] = []

beforeEach(() => {
  base = mkdtempSync(join(tmpdir(), 'hookline-trust-'))
  root = join(base, 'work')
  for (const name of ['home', 'work']) mkdirSync(join(base, name))
  script('guard.sh')
  config(native())
})
afterEach(() => {
  for (const configs of opened.splice(0)) configs.close()
  rmSync(base, { recursive: true, force: true })
  touched.length = 0
})

const write = (name: string, text: string) => {
  mkdirSync(dirname(join(root, name)), { recursive: true })
  writeFileSync(join(root, name), text)
}
const script = (name: string, text = '#!/bin/sh\nexit 2\n') => {
  write(name, text)
  chmodSync(join(root, name), 0o755)
}
const native = (command = './guard.sh') =>
  `{"version":1,"hooks":{"beforeShellExecution":[{"command":${JSON.stringify(command)}}]}}`
const config = (text: string) => write('.cursor/hooks.json', text)
const claude = (group = '', rest = '') =>
  write(
    '.claude/settings.json',
    `{${rest}"hooks":{"PreToolUse":[{${group}"hooks":[{"type":"command","command":"./guard.sh"}]}]}}`,
  )

async function open(trust?: TrustOption): Promise<NodeConfigs> {
  const plain = sourceSetup({ home: join(base, 'home') })
  const see =
    <T>(read: (path: string) => T) =>
    (path: string) => {
      touched.push(path)
      return read(path)
    }
  const { files } = plain
  const seen = { ...files, isFile: see(files.isFile), stamp: see(files.stamp), list: see(files.list) }
  const setup = { ...plain, files: seen, reading: { ...plain.reading, files: seen } }
  const configs = await createConfigs({
    sources: standardSources({ ...setup, roots: [root] }),
    setup,
    edition: editions.hookline,
    roots: [root],
    watch: false,
    ...(trust === undefined ? {} : { trust }),
  })
  opened.push(configs)
  return configs
}
async function approve(options: { readonly follow?: boolean } = {}): Promise<void> {
  const configs = await open()
  configs.store.add(configs.trustOf(root).content, options)
}
const states = (config: Config, event: 'beforeShellExecution' | 'preToolUse' = 'beforeShellExecution') =>
  (config.byEvent.get(event) ?? []).map((entry) =>
    entry.broken === undefined ? (entry.held?.why ?? entry.trust) : 'refuses',
  )

describe('the text of a command', () => {
  it('is checked from the moment the workspace is trusted, in an engine that runs too', async () => {
    config(native('bash'))
    const running = await open()
    expect(running.current().entries[0]).toMatchObject({ held: { why: 'untrusted' }, unchecked: {} })
    expect(running.current().problems).toEqual([])
    await approve()
    await running.reload()
    const checked = running.current()
    expect(checked.entries[0]).toMatchObject({ trust: 'trusted', unrunnable: { code: 'payload-as-code' } })
    expect(checked.problems).toMatchObject([{ code: 'payload-as-code' }])
  })

  it.each(['all', 'none'] as const)('is checked if the embedder may trust it: %s', async (trust) => {
    config(native('bash'))
    const [entry] = (await open(trust)).current().entries
    expect(entry?.unrunnable?.code).toBe(trust === 'all' ? 'payload-as-code' : undefined)
  })
})

describe('an edit of a trusted workspace', () => {
  it.each([
    ['version 0', () => config(native().replace('"version":1', '"version":0'))],
    ['version as text', () => config(native().replace('"version":1', '"version":"1"'))],
    ['a second `hooks`', () => config(native().replace(/\}$/, ',"hooks":5}'))],
    ['a key twice', () => config(native().replace('{"command"', '{"command":"x","command"'))],
    ['a comment', () => config(`${native()} // harmless`)],
    ['a script that cannot be executed', () => chmodSync(join(root, 'guard.sh'), 0o644)],
    [
      'a link where the workspace was',
      () => {
        renameSync(root, `${root}x`)
        symlinkSync(`${root}x`, root)
      },
    ],
    ['a file named as the whole command is', () => script('./guard.sh --strict'), './guard.sh --strict'],
  ])('%s: the gate refuses', async (_name, change, command?: string) => {
    if (command !== undefined) config(native(command))
    await approve()
    expect(states((await open()).current())).toEqual(['trusted'])
    change()
    expect(states((await open()).current())).toContain('refuses')
  })

  it.each([
    ['a matcher that is not a pattern', '"matcher":"(",', ''],
    ['a matcher that is an object', '"matcher":{},', ''],
    ['hooks disabled', '', '"disableAllHooks":true,'],
  ])('%s in a Claude Code file: the gate refuses', async (_name, group, rest) => {
    claude()
    await approve()
    expect(states((await open()).current(), 'preToolUse')).toEqual(['trusted'])
    claude(group, rest)
    expect(states((await open()).current(), 'preToolUse')).toContain('refuses')
  })

  it('changes nothing for data that the command writes, but a changed rules file ends the trust', async () => {
    write('rules.json', '{}')
    config(native('./guard.sh rules.json audit.log'))
    await approve()
    write('audit.log', 'one\n')
    expect(states((await open()).current())).toEqual(['trusted'])
    write('audit.log', 'one\ntwo\n')
    expect(states((await open()).current())).toEqual(['trusted'])
    write('rules.json', '{"allow":"*"}')
    expect(states((await open()).current())).toContain('refuses')
  })

  it('changes nothing for permissions, which Claude Code adds by itself', async () => {
    claude()
    await approve()
    claude('', '"permissions":{"allow":["Bash(ls)"]},')
    write('.claude/settings.local.json', '{"permissions":{"allow":["Bash(ls)"]}}')
    expect(states((await open()).current(), 'preToolUse')).toEqual(['trusted'])
  })

  it('that fixes an entry which was invalid when approved needs a new approval', async () => {
    config(native().replace('"version":1', '"version":0'))
    await approve()
    config(native())
    expect(states((await open()).current())).toContain('changed')
  })

  it('a directory stays trusted under a second path, and a link to another directory can be approved', async () => {
    await approve()
    renameSync(root, `${root}x`)
    symlinkSync(`${root}x`, root)
    await approve()
    expect(states((await open()).current())).toEqual(['trusted'])
    expect((await open()).store.list().map((record) => record.root)).toEqual([`${root}x`])
    root = `${root}x`
    expect(states((await open()).current())).toEqual(['trusted'])
  })

  it('follow covers the approved directory, not the target of a link created later', async () => {
    await approve({ follow: true })
    expect(states((await open()).current())).toEqual(['followed'])
    renameSync(root, `${root}x`)
    symlinkSync(`${root}x`, root)
    expect(states((await open()).current())).toContain('refuses')
  })
})

describe('a plugin inside the workspace', () => {
  const plug = () => join(root, 'tools/plug')
  const hooks = (command: string) =>
    write('tools/plug/hooks/hooks.json', `{"hooks":{"beforeShellExecution":[{"command":"${command}"}]}}`)
  const openWithPlugin = async (trust?: TrustOption) => {
    const configs = await open(trust)
    await configs.addPlugins([`${plug()}/`])
    return configs
  }
  beforeEach(() => {
    config('{"version":1,"hooks":{"workspaceOpen":[{"command":"echo"}]}}')
    script('tools/plug/p.sh')
    hooks('./p.sh')
  })

  it('is trusted with the workspace, but only with the approved content', async () => {
    expect(states((await openWithPlugin()).current())).toEqual(['untrusted'])
    expect(states((await openWithPlugin('none')).current())).toEqual(['untrusted'])
    expect(states((await openWithPlugin('all')).current())).toEqual(['trusted'])
    await approve()
    const configs = await openWithPlugin()
    expect(states(configs.current())).toEqual(['trusted'])
    expect(configs.current().settings).toEqual([])
    script('tools/plug/p.sh', 'exit 0')
    expect(states(await configs.fresh('beforeShellExecution')).toSorted()).toEqual(['changed', 'refuses'])
    await approve()
    expect(states((await openWithPlugin()).current())).toEqual(['trusted'])
  })

  it.each([
    ['other hooks', () => hooks('touch /tmp/x')],
    ['no hooks', () => write('tools/plug/hooks/hooks.json', '{"hooks":{}}')],
    ['a broken file', () => write('tools/plug/hooks/hooks.json', '{')],
    ['no file', () => rmSync(join(plug(), 'hooks'), { recursive: true })],
    ['a further file', () => write('tools/plug/lib.sh', '')],
  ])('with %s since then refuses', async (_name, change) => {
    await approve()
    change()
    expect(states((await openWithPlugin()).current())).toContain('refuses')
  })

  it('that was added after the approval does not run', async () => {
    rmSync(join(root, 'tools'), { recursive: true })
    await approve()
    script('tools/plug/p.sh')
    hooks('./p.sh')
    expect(states((await openWithPlugin()).current())).toEqual(['changed'])
  })

  it('is passed to the trust callback like a workspace', async () => {
    const asked: string[] = []
    const configs = await openWithPlugin((request) => {
      asked.push(request.root)
      return request.root === plug()
    })
    expect(states(configs.current())).toEqual(['trusted'])
    expect(asked).toEqual([root, plug()])
  })
})

describe('a running engine', () => {
  it('notices a new script that a glob matches, but not other files a hook writes', async () => {
    script('hooks/a.sh')
    mkdirSync(join(root, 'sub'))
    config(native('cd sub; sh ../hooks/*.sh >> out.log'))
    await approve()
    const configs = await open()
    write('sub/out.log', 'x')
    expect(configs.tampered('beforeShellExecution')).toBe(false)
    script('hooks/b.sh')
    expect(configs.tampered('beforeShellExecution')).toBe(true)
    expect(states(await configs.fresh('beforeShellExecution'))).toContain('refuses')
  })
})

describe('an untrusted workspace', () => {
  const named = '/net/attacker.example/x'
  it.each([named, `../../../../../../../..${named}`, `bash ${named}`, `cd /net && ${named}`])(
    'is not read: no path that %s names is touched',
    async (command) => {
      config(native(command))
      expect(states((await open()).current())).toEqual(['untrusted'])
      expect(touched.filter((path) => path.startsWith('/net'))).toEqual([])
      await open('none')
      expect(touched.filter((path) => path.startsWith('/net'))).toEqual([])
      await open(() => false)
      expect(touched).toContain(named)
    },
  )

  it('that names thousands of missing scripts is not searched for each of them', async () => {
    const list = Array.from({ length: 5000 }, (_, n) => ({ command: `./missing${n}.sh` }))
    config(JSON.stringify({ version: 1, hooks: { stop: list } }))
    await open()
    expect(touched.length).toBeLessThan(5000)
  })

  it('with a command of 74 KB that enters thousands of directories is rejected, and none of them is looked at', async () => {
    const words = [
      ...Array.from({ length: 4000 }, (_, n) => `cd a${n}`),
      ...Array.from({ length: 4000 }, (_, n) => `b${n}`),
    ]
    config(native(words.join(' ; ')))
    const configs = await open()
    configs.store.add(configs.trustOf(root).content)
    const { entries } = (await open()).current()
    expect(entries[0]?.held).toEqual({ why: 'invalid', detail: expect.stringContaining('enters 4000 directories') })
    // Each word in each directory would be 16 million paths.
    expect(touched.length).toBeLessThan(10_000)
  })
})

describe('hashing', () => {
  it('reads a file once, even if it has many names', async () => {
    writeFileSync(join(root, 'big'), '')
    truncateSync(join(root, 'big'), 60 * 2 ** 20)
    const names = Array.from({ length: 100 }, (_, n) => `./big${n}`)
    for (const name of names) linkSync(join(root, 'big'), join(root, name))
    const cpuOf = async (files: readonly string[]) => {
      config(native(files.join(' ')))
      const before = process.cpuUsage()
      await approve()
      const { user, system } = process.cpuUsage(before)
      return user + system
    }
    // One file of 60 MiB costs so much that 100 of them cannot be taken for it.
    const once = await cpuOf(names.slice(0, 1))
    expect(await cpuOf(names)).toBeLessThan(20 * once)
    expect(states((await open()).current())).toEqual(['trusted'])
  })

  it('uses stamps above 256 MiB, and still notices a change', async () => {
    const names = Array.from({ length: 8 }, (_, n) => `./big${n}`)
    for (const name of names) {
      writeFileSync(join(root, name), name)
      truncateSync(join(root, name), 60 * 2 ** 20)
    }
    config(native(names.join(' ')))
    await approve()
    expect(states((await open()).current())).toEqual(['trusted'])
    writeFileSync(join(root, 'big7'), 'x', { flag: 'r+' })
    expect(states((await open()).current())).toContain('refuses')
  })
})
