import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, afterEach, describe, expect, test } from 'vitest'
import type { Hooks } from '../../hooks.ts'
import type { TrustOption } from '../../ports.ts'
import { createHooks } from '../create-hooks.ts'
import type { CreateOptions } from '../create-options.ts'

const scratch = mkdtempSync(join(tmpdir(), 'hookline-modules-'))
afterAll(() => rmSync(scratch, { recursive: true, force: true }))
const open: Hooks[] = []
afterEach(async () => {
  for (const hooks of open.splice(0)) await hooks.close()
})
let count = 0

/** A workspace whose module hook is the first of these files. */
async function workspace(
  files: Readonly<Record<string, string>>,
  entry: object = {},
  trust: TrustOption = 'all',
  mode: CreateOptions['mode'] = 'resident',
) {
  const root = join(scratch, String(count++))
  mkdirSync(join(root, '.hookline'), { recursive: true })
  mkdirSync(join(root, 'node_modules/@hookline'), { recursive: true })
  symlinkSync(fileURLToPath(new URL('../../..', import.meta.url)), join(root, 'node_modules/@hookline/core'))
  const write = (name: string, text: string) => writeFileSync(join(root, name), text)
  for (const [name, text] of Object.entries(files)) write(name, text)
  const module = { type: 'module', module: `./${Object.keys(files)[0]}`, ...entry }
  write('.hookline/hookline.json', JSON.stringify({ hooks: { beforeShellExecution: [module], stop: [module] } }))
  const hooks = await createHooks({ workspaceRoots: [root], home: join(scratch, 'home'), trust, watch: false, mode })
  open.push(hooks)
  const shell = (command: string) => hooks.fire('beforeShellExecution', { command, cwd: root, sandbox: false })
  return { root, hooks, shell, write }
}

const guard = `
import { ask, defineHook, deny } from '@hookline/core/sdk'
let count = 0
export default defineHook('beforeShellExecution', async ({ command }, { roots, cwd, signal }) => {
  count++
  if (command === 'no') return deny('refused ' + count)
  if (command === 'ask') return ask('sure?')
  if (command === 'where') return deny(JSON.stringify({ roots, cwd, aborted: signal.aborted }))
  if (command === 'throw') throw new Error('a mistake of the hook')
  if (command === 'spin') for (;;) {}
  if (command === 'sleep') await new Promise((done) => setTimeout(done, 60_000))
  if (command === 'print') console.log('{"permission":"deny"}')
  if (command === 'exit') process.exit(0)
})
export const other = defineHook('stop', () => ({ followup_message: 'go on' }))
`

describe('a module hook', () => {
  test.each(['resident', 'one-shot'] as const)(
    'has the environment of its entry, not that of the engine: %s',
    async (mode) => {
      process.env.HOOKLINE_TEST_TOKEN = 'secret'
      const reads = `export default { event: 'beforeShellExecution', run: () => ({ permission: 'deny', user_message: String(process.env.HOOKLINE_TEST_TOKEN) }) }`
      const files = { 'reads.mjs': reads }
      try {
        const inherits = await workspace(files, {}, 'all', mode)
        expect((await inherits.shell('ls')).userMessage).toContain('secret')
        const clean = await workspace(files, { environment: 'clean' }, 'all', mode)
        expect((await clean.shell('ls')).userMessage).toContain('undefined')
      } finally {
        delete process.env.HOOKLINE_TEST_TOKEN
      }
    },
  )
  test('replies from a thread that is kept between events', async () => {
    const { shell } = await workspace({ 'guard.mjs': guard })
    const first = await shell('no')
    expect(first).toMatchObject({ kind: 'refuse', because: { rule: 'reply' } })
    expect(first.reply).toMatchObject({ agent_message: 'refused 1', user_message: 'refused 1' })
    expect((await shell('yes')).verdict).toBe('allow')
    expect((await shell('no')).reply.agent_message).toBe('refused 3')
  })

  test('gets the roots and its working directory', async () => {
    const { root, shell } = await workspace({ 'guard.mjs': guard })
    const context = JSON.parse((await shell('where')).reply.agent_message ?? '')
    expect(context).toEqual({ roots: [root], cwd: root, aborted: false })
  })

  test('uses the SDK of the engine if the workspace has none, also in an imported file', async () => {
    const { root, shell, write } = await workspace({ 'guard.mjs': guard })
    rmSync(join(root, 'node_modules'), { recursive: true })
    expect((await shell('no')).reply.agent_message).toBe('refused 1')
    expect((await shell('no')).reply.agent_message).toBe('refused 2')
    write('guard.mjs', "export { default } from './helper.mjs'")
    write('helper.mjs', guard)
    expect((await shell('no')).reply.agent_message).toBe('refused 1')
  })

  test('gets no other package from the engine', async () => {
    const { root, shell, write } = await workspace({ 'guard.mjs': guard })
    rmSync(join(root, 'node_modules'), { recursive: true })
    write('guard.mjs', "import '@hookline/core/node'\nexport default () => undefined")
    const { runs } = await shell('no')
    expect(runs[0]?.outcome).toMatchObject({
      kind: 'failed',
      message: expect.stringContaining("Cannot find package '@hookline/core'"),
    })
  })

  test('is found by its event among the exports of the file', async () => {
    const { hooks } = await workspace({ 'guard.mjs': guard })
    const effect = await hooks.fire('stop', { status: 'completed', loop_count: 0 })
    expect(effect.followUp).toBe('go on')
  })

  test('may be a plain function, also in CommonJS', async () => {
    const plain = await workspace({ 'guard.mjs': "export default () => ({ permission: 'deny' })" })
    expect((await plain.shell('x')).verdict).toBe('deny')
    const old = await workspace({ 'guard.cjs': "module.exports = () => ({ permission: 'deny' })" })
    expect((await old.shell('x')).verdict).toBe('deny')
  })

  test('is reloaded when its file changes', async () => {
    const { shell, write } = await workspace({ 'guard.mjs': guard })
    expect((await shell('no')).reply.agent_message).toBe('refused 1')
    write('guard.mjs', guard.replace('refused', 'now refused'))
    expect((await shell('no')).reply.agent_message).toBe('now refused 1')
  })

  test('runs in parallel: one event does not wait for another', async () => {
    const { shell } = await workspace({ 'guard.mjs': guard }, { timeout: 2 })
    const [slow, fast] = await Promise.all([shell('sleep'), shell('no')])
    expect(slow.runs[0]?.outcome).toMatchObject({ kind: 'failed', code: 'timeout' })
    expect(fast.verdict).toBe('deny')
    expect(fast.runs[0]?.durationMs).toBeLessThan(slow.runs[0]?.durationMs ?? 0)
  })
})

describe('a module hook fails', () => {
  const outcome = async (command: string, entry: object = {}) => {
    const { shell } = await workspace({ 'guard.mjs': guard }, entry)
    const effect = await shell(command)
    return { effect, run: effect.runs[0] }
  }

  test('if it throws', async () => {
    const { run } = await outcome('throw')
    expect(run?.outcome).toMatchObject({ kind: 'failed', code: 'exit', policy: 'open' })
    expect(run?.stderr).toContain('a mistake of the hook')
  })

  test('if it never ends, even in a busy loop, and the next event gets a reply', async () => {
    const { shell } = await workspace({ 'guard.mjs': guard }, { timeout: 3, failClosed: true })
    const spun = await shell('spin')
    expect(spun).toMatchObject({ kind: 'refuse', because: { rule: 'failed-closed', failure: 'timeout' } })
    expect((await shell('no')).reply.agent_message).toBe('refused 1')
  })

  test('if it calls process.exit, which does not end the engine', async () => {
    const { run } = await outcome('exit')
    expect(run?.outcome).toMatchObject({ kind: 'failed', code: 'exit' })
  })

  test.each([
    ['null', 'null'],
    ['a string', '"x"'],
    ['a reply that is not JSON', '{ kind: "returned", text: "x" }'],
    ['a reply that is not text', '{ kind: "returned", text: 1 }'],
    ['an error without a message', '{ kind: "threw" }'],
  ])('if it posts on our channel itself: %s', async (_, message) => {
    const text = `import { parentPort } from 'node:worker_threads'
      export default () => new Promise(() => parentPort.postMessage(${message}))`
    const { shell } = await workspace({ 'guard.mjs': text })
    const { runs } = await shell('x')
    expect(runs[0]).toMatchObject({
      outcome: { kind: 'failed', code: 'exit' },
      stderr: 'the module sent a message that is not a hook reply',
    })
  })

  test('but not because of its output, which does not reach our output', async () => {
    const { run, effect } = await outcome('print')
    expect(effect.verdict).toBe('allow')
    expect(run?.stderr).toContain('permission')
  })

  test.each([
    ['does not exist', { module: './other.mjs' }, {}, 'does not exist in'],
    ['does not parse', {}, { 'guard.mjs': 'export default {{' }, 'cannot load ./guard.mjs: '],
    ['exports nothing', {}, { 'guard.mjs': 'export const x = 1' }, 'it exports no hook'],
    [
      'is for another event',
      {},
      { 'guard.mjs': "export default { event: 'preCompact', run() {} }" },
      'its hooks are for preCompact',
    ],
  ])('if its file %s', async (_, entry, files, message) => {
    const { shell } = await workspace({ 'guard.mjs': guard, ...files }, entry)
    const { outcome } = (await shell('x')).runs[0] ?? {}
    expect(outcome).toMatchObject({ kind: 'failed', code: 'spawn', message: expect.stringContaining(message) })
  })

  const unwritable = [
    ['a BigInt', 'x: 1n'],
    ['itself', 'get x() { return this }'],
    ['a getter that throws', 'get x() { throw new Error("mine") }'],
    ['a toJSON that throws', 'toJSON() { throw new Error("mine") }'],
    ['a Proxy that throws', 'x: new Proxy({}, { ownKeys() { throw new Error("mine") } })'],
    ['too many levels', 'x: deep'],
  ]
  describe.each(['resident', 'one-shot'] as const)('in a %s engine', (mode) => {
    test.each(unwritable)('if it returns %s, which JSON cannot hold, and a deny beside it counts', async (_, odd) => {
      const text = `let deep = []
        for (let level = 0; level < 200_000; level++) deep = [deep]
        const { proxy, revoke } = Proxy.revocable({}, {})
        revoke()
        export default ({ command }) => {
          if (command === 'throw') throw proxy
          return { ...(command === 'deny' ? { permission: 'deny', user_message: 'no' } : {}), __ODD__ }
        }`
      const asDescriptors = text.replace('return { ...', 'return Object.defineProperties({ ...')
      const { shell } = await workspace(
        { 'guard.mjs': asDescriptors.replace(', __ODD__ }', ` }, Object.getOwnPropertyDescriptors({ ${odd} }))`) },
        {},
        'all',
        mode,
      )
      const unanswered = await shell('x')
      expect(unanswered.runs[0]?.outcome).toMatchObject({ kind: 'failed', code: 'bad-reply', policy: 'open' })
      const denied = await shell('deny')
      expect(denied).toMatchObject({ kind: 'refuse', verdict: 'deny', reply: { user_message: 'no' } })
      expect(denied.runs[0]?.outcome).toMatchObject({ kind: 'failed', code: 'bad-reply', read: true })
      expect((await shell('throw')).runs[0]?.outcome).toMatchObject({ kind: 'failed', code: 'exit' })
    })
  })

  test('a missing module name is reported as a problem of the file', async () => {
    const { hooks } = await workspace({ 'guard.mjs': guard }, { module: undefined })
    expect(hooks.problems.map(({ code }) => code)).toEqual(['missing-module', 'missing-module'])
  })
})

// Node's types do not have this property yet.
const strips = Boolean((process.features as { typescript?: unknown }).typescript)
test(`TypeScript ${strips ? 'runs' : 'is rejected with a reason'} on this Node`, async () => {
  const typed = "export default (input: { command: string }) => ({ permission: 'deny' as const })"
  const { shell } = await workspace({ 'guard.ts': typed })
  const effect = await shell('x')
  if (strips) expect(effect.verdict).toBe('deny')
  else
    expect(effect.runs[0]?.outcome).toMatchObject({
      code: 'spawn',
      message: expect.stringContaining('use Node 22.18 or later, or compile it to .mjs'),
    })
})

test('a changed module ends the trust', async () => {
  const asked: string[][] = []
  const { shell, write, root } = await workspace({ 'guard.mjs': guard }, {}, ({ files }) => {
    asked.push(files.map(({ path }) => path))
    return asked.length === 1
  })
  expect((await shell('no')).because.rule).toBe('reply')
  expect(asked).toEqual([[join(root, 'guard.mjs')]])
  write('guard.mjs', 'export default () => undefined')
  expect(await shell('no')).toMatchObject({ kind: 'refuse', because: { rule: 'config' } })
})

describe('the same file as a command', () => {
  const file = `${guard}
import { runAsCommand } from '@hookline/core/sdk'
import { default as hook } from './guard.mjs'
`
  const run = async (command: string, text = file) => {
    const { root } = await workspace({ 'guard.mjs': guard })
    writeFileSync(
      join(root, 'command.mjs'),
      text.replace(guard, '').concat('\nawait runAsCommand(import.meta, hook)\n'),
    )
    const input = JSON.stringify({ command, workspace_roots: [root] })
    return { root, ...spawnSync(process.execPath, ['command.mjs'], { cwd: root, input, encoding: 'utf8' }) }
  }

  test('reads stdin, prints the reply, exits with 0', async () => {
    const { status, stdout } = await run('no')
    expect({ status, reply: JSON.parse(stdout) }).toEqual({
      status: 0,
      reply: { permission: 'deny', user_message: 'refused 1', agent_message: 'refused 1' },
    })
    expect(await run('yes')).toMatchObject({ status: 0, stdout: '' })
  })

  test('exits with 1 if it throws, and does nothing if it is imported', async () => {
    const { status, stderr, stdout, root } = await run('throw')
    expect({ status, stdout }).toEqual({ status: 1, stdout: '' })
    expect(stderr).toContain('a mistake of the hook')
    const imported = spawnSync(process.execPath, ['-e', "import('./command.mjs')"], {
      cwd: root,
      input: 'x',
      encoding: 'utf8',
    })
    expect(imported).toMatchObject({ status: 0, stdout: '', stderr: '' })
  })
})
