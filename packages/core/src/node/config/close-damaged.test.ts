import { chmodSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { dialects } from '../../dialects/index.ts'
import type { Effect } from '../../flow.ts'
import { useScratch } from '../../testing/scratch.ts'
import { compose } from '../create-hooks.ts'

let home: string
let root: string
const { opened } = useScratch((scratch) => {
  ;({ home, root } = scratch)
})

const put = (path: string, text: string): void => {
  mkdirSync(dirname(path), { recursive: true })
  writeFileSync(path, text)
}
const hooksText = JSON.stringify({ version: 1, hooks: { beforeShellExecution: [{ command: 'true' }] } })
const claudeText = JSON.stringify({
  hooks: { PreToolUse: [{ matcher: 'Bash', hooks: [{ type: 'command', command: 'true' }] }] },
})

/** Fires an event in a new engine, as a new process would: it knows only what is on disk. */
async function fire(event: 'beforeShellExecution' | 'preToolUse' = 'beforeShellExecution'): Promise<Effect> {
  const { hooks } = await compose({ workspaceRoots: [root], home, watch: false, agent: 'claude', onAsk: 'host' })
  opened.push(hooks)
  const input =
    event === 'preToolUse'
      ? { tool_name: 'Shell', tool_input: { command: 'ls' }, tool_use_id: 't', cwd: root }
      : { command: 'ls', cwd: root, sandbox: false }
  // True: the input above has the fields of the event, and every gate event has an Effect.
  return (await hooks.fire(event, input as never)) as Effect
}

async function trust(options: { readonly follow?: boolean } = {}): Promise<string> {
  const { hooks, configs } = await compose({ workspaceRoots: [root], home, watch: false })
  opened.push(hooks)
  configs.store.add(configs.trustOf(root).content, options)
  return configs.store.file
}

const damages: Readonly<Record<string, (path: string) => void>> = {
  'cut off': (path) => writeFileSync(path, readFileSync(path, 'utf8').slice(0, -3)),
  empty: (path) => writeFileSync(path, ''),
  'a list': (path) => writeFileSync(path, '[]'),
  'a number': (path) => writeFileSync(path, '7'),
  'not text': (path) => writeFileSync(path, Buffer.from([0xff, 0xfe, 0x00])),
  'a directory': (path) => {
    rmSync(path)
    mkdirSync(path)
  },
}

describe("a damaged file of the user's own", () => {
  const files = {
    'hooks.json': { path: () => join(home, '.cursor/hooks.json'), text: hooksText, event: 'beforeShellExecution' },
    'hookline.json': {
      path: () => join(home, '.config/hookline/hookline.json'),
      text: hooksText,
      event: 'beforeShellExecution',
    },
    'settings.json': { path: () => join(home, '.claude/settings.json'), text: claudeText, event: 'preToolUse' },
  } as const
  const kinds = Object.keys(files).flatMap((name) => Object.keys(damages).map((damage) => [name, damage] as const))

  it.each(kinds)('%s, %s: keeps its gates closed', async (name, damage) => {
    const { path, text, event } = files[name as keyof typeof files]
    put(path(), text)
    expect((await fire(event)).kind).toBe('proceed')
    damages[damage]?.(path())
    const effect = await fire(event)
    expect(effect).toMatchObject({ kind: 'refuse', because: { rule: 'config' } })
    expect(effect.userMessage).toContain(path())
    expect(effect.userMessage).toContain('hookline check')
    const { stdout } = dialects.claude?.fromEffect(effect, 'preToolUse') ?? {}
    const reason = JSON.stringify((stdout?.hookSpecificOutput as { permissionDecisionReason?: string }) ?? '')
    expect(reason).toContain("the user's own hook settings are damaged")
    expect(reason).not.toContain(path())
  })

  it.each([
    '{"version":1,"packs":7}',
    '{"version":1,"hooks":[]}',
    '{"version":1,"hooks":{"beforeShellExecution":7}}',
    '{"version":1,"hooks":{"beforeShellExecution":[7]}}',
    '{"version":"one","hooks":{"beforeShellExecution":[{"command":"true"}]}}',
  ])('with wrong types keeps its gates closed: %s', async (text) => {
    const file = join(home, '.config/hookline/hookline.json')
    put(file, hooksText)
    await fire()
    writeFileSync(file, text)
    expect((await fire()).kind).toBe('refuse')
    // The record of known gates survives any number of reads of the damaged file.
    expect((await fire()).kind).toBe('refuse')
    writeFileSync(file, hooksText)
    expect((await fire()).kind).toBe('proceed')
  })

  it('closes no gate that the file did not have, and none whose hook was removed on purpose', async () => {
    const file = join(home, '.config/hookline/hookline.json')
    put(file, '{"version":1,"hooks":{"afterFileEdit":[{"command":"true"}]}}')
    await fire()
    writeFileSync(file, '{')
    expect((await fire()).kind).toBe('proceed')
    writeFileSync(file, hooksText)
    await fire()
    writeFileSync(file, '{"version":1}')
    expect((await fire()).kind).toBe('proceed')
    writeFileSync(file, '{')
    expect((await fire()).kind).toBe('proceed')
  })

  it('is read for an event that only the record of known gates lists', async () => {
    const file = join(home, '.config/hookline/hookline.json')
    put(file, hooksText)
    await fire()
    writeFileSync(file, '[]')
    const { hooks } = await compose({
      workspaceRoots: [root],
      home,
      watch: false,
      events: ['beforeShellExecution'],
    } as never)
    opened.push(hooks)
    const effect = await hooks.fire('beforeShellExecution', { command: 'ls', cwd: root, sandbox: false })
    expect(effect.kind).toBe('refuse')
  })
})

describe('a damaged trust store', () => {
  const ways: Readonly<Record<string, (path: string) => void>> = {
    ...damages,
    'roots of a wrong type': (path) => writeFileSync(path, '{"version":1,"roots":[]}'),
    'a record of a wrong type': (path) => writeFileSync(path, JSON.stringify({ version: 1, roots: { [root]: 7 } })),
    deleted: (path) => rmSync(path),
    'with the whole state directory': (path) => rmSync(dirname(path), { recursive: true }),
    'with the state and the cache directory': (path) => {
      rmSync(dirname(path), { recursive: true })
      rmSync(join(home, '.cache'), { recursive: true, force: true })
    },
    'with a damaged record of known gates': (path) => {
      writeFileSync(path, '{')
      writeFileSync(join(dirname(path), 'gates.json'), '{')
    },
  }

  it.each(Object.keys(ways))('%s: keeps the gates of the workspace closed', async (way) => {
    put(join(root, '.cursor/hooks.json'), hooksText)
    const file = await trust()
    expect((await fire()).because.rule).not.toBe('config')
    expect((await fire()).kind).toBe('proceed')
    ways[way]?.(file)
    const effect = await fire()
    expect(effect).toMatchObject({ kind: 'refuse', because: { rule: 'config' } })
    expect(effect.userMessage).toContain(`${file} is damaged or missing`)
    expect(effect.userMessage).toContain(`hookline trust add ${root}`)
    expect(effect.agentMessage).toContain('record of trusted workspaces is damaged')
    expect(effect.agentMessage).not.toMatch(/trust add|trust\.json/)
    if (way === 'a directory') rmSync(file, { recursive: true })
    await trust()
    expect((await fire()).kind).toBe('proceed')
  })

  it.skipIf(process.getuid?.() === 0)('unreadable: keeps the gates of the workspace closed', async () => {
    put(join(root, '.cursor/hooks.json'), hooksText)
    const file = await trust()
    chmodSync(file, 0o000)
    expect((await fire()).kind).toBe('refuse')
    chmodSync(file, 0o600)
    expect((await fire()).kind).toBe('proceed')
  })

  it('is not assumed if the user removed the trust', async () => {
    put(join(root, '.cursor/hooks.json'), hooksText)
    await trust()
    const { hooks, configs } = await compose({ workspaceRoots: [root], home, watch: false })
    opened.push(hooks)
    expect(configs.store.remove(root)).toBe(true)
    expect((await fire()).kind).toBe('proceed')
    expect((await fire()).runs).toEqual([])
  })

  it('writes no record if nothing was ever trusted', async () => {
    await fire()
    expect(existsSync(join(home, '.local/state/hookline/gates.json'))).toBe(false)
  })
})

describe('a damaged file of a followed workspace', () => {
  const files = {
    'hooks.json': { path: () => join(root, '.cursor/hooks.json'), text: hooksText, event: 'beforeShellExecution' },
    'hookline.json': {
      path: () => join(root, '.hookline/hookline.json'),
      text: hooksText,
      event: 'beforeShellExecution',
    },
    'settings.json': { path: () => join(root, '.claude/settings.json'), text: claudeText, event: 'preToolUse' },
    'settings.local.json': {
      path: () => join(root, '.claude/settings.local.json'),
      text: claudeText,
      event: 'preToolUse',
    },
  } as const
  const kinds = Object.keys(files).flatMap((name) => Object.keys(damages).map((damage) => [name, damage] as const))

  it.each(kinds)('%s, %s: keeps its gates closed', async (name, damage) => {
    const { path, text, event } = files[name as keyof typeof files]
    put(path(), text)
    await trust({ follow: true })
    expect((await fire(event)).kind).toBe('proceed')
    damages[damage]?.(path())
    const effect = await fire(event)
    expect(effect).toMatchObject({ kind: 'refuse', because: { rule: 'config' } })
    expect(effect.userMessage).toContain(path())
    expect(effect.agentMessage).toContain('the hooks file of this workspace is damaged')
    expect(effect.agentMessage).not.toContain(path())
    rmSync(path(), { recursive: true })
    put(path(), text)
    expect((await fire(event)).kind).toBe('proceed')
  })

  it('keeps its gates closed if it broke before any event', async () => {
    const { path, text } = files['hooks.json']
    put(path(), text)
    await trust({ follow: true })
    writeFileSync(path(), '{')
    expect((await fire()).kind).toBe('refuse')
  })

  it('keeps a gate closed that was added after the approval', async () => {
    const { path } = files['hooks.json']
    put(path(), '{"version":1,"hooks":{}}')
    await trust({ follow: true })
    writeFileSync(path(), hooksText)
    expect((await fire()).kind).toBe('proceed')
    writeFileSync(path(), '{')
    expect((await fire()).kind).toBe('refuse')
  })

  it('closes no gate for another file, a removed hook, a deleted file, or a workspace no longer followed', async () => {
    const { path, text } = files['hooks.json']
    put(path(), text)
    put(files['settings.json'].path(), '{}')
    await trust({ follow: true })
    expect((await fire()).kind).toBe('proceed')
    writeFileSync(files['settings.json'].path(), '{')
    expect((await fire()).kind).toBe('proceed')
    rmSync(files['settings.json'].path())
    writeFileSync(path(), '{"version":1,"hooks":{}}')
    expect((await fire()).kind).toBe('proceed')
    writeFileSync(path(), '{')
    expect((await fire()).kind).toBe('proceed')
    writeFileSync(path(), text)
    expect((await fire()).kind).toBe('proceed')
    rmSync(path())
    expect((await fire()).kind).toBe('proceed')
    put(path(), text)
    await fire()
    const { hooks, configs } = await compose({ workspaceRoots: [root], home, watch: false })
    opened.push(hooks)
    configs.store.remove(root)
    writeFileSync(path(), '{')
    expect((await fire()).kind).toBe('proceed')
  })
})
