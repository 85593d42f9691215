import { readFileSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { startModelServer } from '@hookline/models/testing'
import { expect, onTestFinished, test } from 'vitest'
import { needsLauncher, pause, type Rig, rig, shellEvent } from '../testing/launcher.ts'

/** Writes what it sees to a file, and denies with a word from another file. */
const guard = (seen: string) => `
import { appendFileSync } from 'node:fs'
import { word } from './word.mjs'
let calls = 0
console.log('on stdout')
export default (input, context) => {
  calls++
  const { MARK, HOOKLINE_DEPTH, PATH } = process.env
  const own = { MARK, HOOKLINE_DEPTH, hasPath: PATH !== undefined, names: Object.keys(process.env).sort() }
  appendFileSync('${seen}', JSON.stringify({ calls, own, cwd: process.cwd(), depth: context.env.HOOKLINE_DEPTH }) + '\\n')
  return { permission: 'deny', user_message: word + ' ' + input.command }
}
`

async function trustModule(made: Rig, word: string): Promise<string> {
  const seen = join(made.directory, 'seen')
  made.write('.cursor/hooks/word.mjs', `export const word = '${word}'\n`)
  made.write('.cursor/hooks/guard.mjs', guard(seen))
  made.write('.hookline/hookline.json', {
    version: 1,
    hooks: { beforeShellExecution: [{ type: 'module', module: '.cursor/hooks/guard.mjs' }] },
  })
  await made.trust()
  return seen
}

const messageOf = ({ stdout }: { readonly stdout: string }): string => JSON.parse(stdout).user_message.split('\n')[0]
const lines = (file: string) =>
  readFileSync(file, 'utf8')
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line))

test('a module hook sees what it sees under run, and each event loads it anew', needsLauncher, async () => {
  const made = rig()
  const seen = await trustModule(made, 'one')
  await made.ready()
  const env = { MARK: 'of the caller', HOOKLINE_DEPTH: '2' }
  const answers = []
  for (const command of ['a', 'b']) {
    answers.push(await made.call(shellEvent(made.root, command), { env }))
    // Long enough for the next process to wait.
    await pause(300)
  }
  const alone = await made.call(shellEvent(made.root, 'c'), { env: { ...env, HOOKLINE_DAEMON: 'off' } })
  expect([...answers, alone].map(messageOf)).toEqual(['one a', 'one b', 'one c'])
  const [first, second, third] = lines(seen)
  expect(second).toEqual(first)
  // The variable with which this test asks for no daemon.
  const names = third.own.names.filter((name: string) => name !== 'HOOKLINE_DAEMON')
  expect({ ...third, own: { ...third.own, names } }).toEqual(first)
  expect(first).toMatchObject({
    calls: 1,
    own: { MARK: 'of the caller', HOOKLINE_DEPTH: '3' },
    cwd: made.root,
    depth: '3',
  })
  const records = (await made.records()).toReversed()
  expect(records.map(({ call }) => call !== undefined)).toEqual([true, true, false])
  expect(records.map(({ runs }) => runs[0]?.stderr)).toEqual(Array(3).fill(records[2]?.runs[0]?.stderr))
})

test(
  'a changed file of a module closes its gate, and after approval the next event has it',
  needsLauncher,
  async () => {
    const made = rig()
    await trustModule(made, 'one')
    await made.ready()
    await made.call(shellEvent(made.root, 'a'))
    await pause(300)
    made.write('.cursor/hooks/word.mjs', `export const word = 'two'\n`)
    made.write('.cursor/hooks/guard.mjs', `${guard(join(made.directory, 'seen'))}\n// Changed.\n`)
    const changed = await made.call(shellEvent(made.root, 'b'))
    expect(JSON.parse(changed.stdout)).toMatchObject({ permission: 'deny' })
    expect(changed.stdout).not.toContain('two b')
    await made.trust()
    expect(messageOf(await made.call(shellEvent(made.root, 'c')))).toBe('two c')
    expect((await made.records())[0]?.call).toBeDefined()
  },
)

test('what Node reads when a process starts is left to run', needsLauncher, async () => {
  const made = rig()
  await trustModule(made, 'one')
  await made.ready()
  const env = { NODE_OPTIONS: '--no-warnings' }
  expect(messageOf(await made.call(shellEvent(made.root, 'a'), { env }))).toBe('one a')
  expect((await made.records())[0]?.call).toBeUndefined()
})

test('a program that a pack starts gets the environment of the caller', needsLauncher, async () => {
  const made = rig()
  const seen = join(made.directory, 'seen')
  made.write('.hookline/hookline.json', {
    version: 1,
    packs: { 'verify-on-stop': { commands: [`echo "$MARK" > '${seen}'`] } },
  })
  await made.trust()
  await made.ready()
  await made.call(
    { hook_event_name: 'stop', conversation_id: 'c', workspace_roots: [made.root], status: 'completed', loop_count: 0 },
    { env: { MARK: 'of the caller' } },
  )
  expect(readFileSync(seen, 'utf8')).toBe('of the caller\n')
})

test('a module that ends its process, hangs or throws is a failure of its own event only', needsLauncher, async () => {
  const made = rig()
  made.write(
    '.cursor/hooks/odd.mjs',
    `export default ({ command }) => {
      if (command === 'exit') process.exit(3)
      if (command === 'hang') for (;;);
      if (command === 'throw') throw new Error('no')
      return { permission: 'deny', user_message: 'judged' }
    }`,
  )
  const entry = { type: 'module', module: '.cursor/hooks/odd.mjs', failClosed: true, timeout: 1 }
  made.write('.hookline/hookline.json', { version: 1, hooks: { beforeShellExecution: [entry] } })
  await made.trust()
  await made.ready()
  const failures = []
  for (const command of ['exit', 'hang', 'throw']) {
    const { stdout } = await made.call(shellEvent(made.root, command))
    expect(JSON.parse(stdout).permission).toBe('deny')
    const [record] = await made.records()
    expect(record?.call).toBeDefined()
    failures.push(record?.failures)
  }
  expect(failures).toEqual([1, 1, 1])
  expect(messageOf(await made.call(shellEvent(made.root, 'else')))).toBe('judged')
})

test('a prompt hook is asked with the key of the caller', needsLauncher, async () => {
  const made = rig()
  const server = await startModelServer(() => ({ json: { ok: false, reason: 'it pushes' } }), { key: 'the-key' })
  onTestFinished(() => server.close())
  // The package that the command loads for a question.
  symlinkSync(
    fileURLToPath(new URL('../../../../node_modules', import.meta.url)),
    join(made.directory, 'package/node_modules'),
  )
  const local = { type: 'openai-compatible', baseUrl: server.baseUrl, apiKeyEnv: 'LOCAL_KEY' }
  made.write(join(made.home, '.config/hookline/hookline.json'), {
    models: { default: 'local:judge', providers: { local } },
    hooks: { beforeShellExecution: [{ type: 'prompt', prompt: 'Does this push?', timeout: 30 }] },
  })
  await made.ready()
  const answered = await made.call(shellEvent(made.root, 'git push'), { env: { LOCAL_KEY: 'the-key' } })
  expect(messageOf(answered)).toBe('it pushes')
  expect((await made.records())[0]?.call).toBeDefined()
  const refused = await made.call(shellEvent(made.root, 'git push -f'), { env: { LOCAL_KEY: 'another' } })
  expect(refused.stdout).not.toContain('it pushes')
})
