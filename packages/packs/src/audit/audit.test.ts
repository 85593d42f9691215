import { spawn } from 'node:child_process'
import { once } from 'node:events'
import {
  appendFileSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { createHooks } from '@hookline/core/node'
import { afterAll, expect, test } from 'vitest'
import { append } from './append.ts'
import type { AuditRecord, Unlinked } from './record.ts'
import { verifyAudit } from './verify.ts'

const scratch = mkdtempSync(join(tmpdir(), 'hookline-audit-'))
afterAll(() => rmSync(scratch, { recursive: true, force: true }))
let count = 0
const place = () => join(scratch, String(count++))
const { signal } = new AbortController()
const record = (command: string, at = new Date().toISOString()): Unlinked => ({
  v: 1,
  at,
  event: 'beforeShellExecution',
  pid: process.pid,
  input: { command },
})
const keeping = (directory: string, more: { maxMb?: number; retention?: number } = {}) => ({
  directory,
  maxMb: 50,
  retention: 30,
  ...more,
})
async function written(commands: readonly string[], directory = place()) {
  for (const command of commands) await append(record(command), keeping(directory), signal)
  return { directory, file: join(directory, 'audit.jsonl') }
}
const linesOf = (file: string) => readFileSync(file, 'utf8').trimEnd().split('\n')

/** The built file: what another process loads. */
const built = fileURLToPath(new URL('../../dist/audit/append.js', import.meta.url))
const writer = (directory: string, lines: number, name: string) =>
  spawn(process.execPath, [
    '--input-type=module',
    '-e',
    `import { append } from ${JSON.stringify(built)}
     const { signal } = new AbortController()
     for (let at = 0; at < ${lines}; at++)
       await append({ v: 1, at: new Date().toISOString(), event: 'stop', pid: process.pid, input: { name: ${JSON.stringify(name)}, at } },
         { directory: ${JSON.stringify(directory)}, maxMb: 50, retention: 30 }, signal)`,
  ])

test('a chain that nobody touched holds, and its files are for the person alone', async () => {
  const { directory, file } = await written(['a', 'b', 'c'])
  expect(await verifyAudit(directory)).toMatchObject({ records: 3, first: 1, last: { n: 3 }, torn: [] })
  expect(statSync(file).mode & 0o777).toBe(0o600)
  expect(statSync(directory).mode & 0o777).toBe(0o700)
  expect(readdirSync(directory)).toEqual(['audit.jsonl', 'audit.mark'])
})

test.each<[string, (lines: string[]) => unknown, number, RegExp]>([
  ['changed', (lines) => lines.splice(1, 1, lines[1]?.replace('"b"', '"B"') ?? ''), 2, /it was changed/],
  ['removed', (lines) => lines.splice(1, 1), 2, /number 3 after 1/],
  ['written twice', (lines) => lines.splice(1, 0, lines[1] ?? ''), 3, /number 2 after 2/],
  ['moved', (lines) => lines.reverse(), 2, /number 3 after 4/],
  ['spelled with other spaces', (lines) => lines.splice(0, 1, lines[0]?.replace(':', ': ') ?? ''), 1, /it was changed/],
  ['replaced by other text', (lines) => lines.splice(1, 1, 'nothing to see'), 3, /nobody cut it short/],
])('a line that is %s is named', async (_, change, line, why) => {
  const { directory, file } = await written(['a', 'b', 'c', 'd'])
  const lines = linesOf(file)
  change(lines)
  writeFileSync(file, `${lines.join('\n')}\n`)
  const { broken } = await verifyAudit(directory)
  expect(broken).toMatchObject({ file, line })
  expect(broken?.why).toMatch(why)
})

test('a line rewritten with a hash that fits breaks the next', async () => {
  const [real, other] = [await written(['a', 'b', 'c']), await written(['a', 'forged'])]
  const lines = linesOf(real.file)
  writeFileSync(real.file, `${[...linesOf(other.file), lines[2]].join('\n')}\n`)
  expect((await verifyAudit(real.file)).broken).toMatchObject({
    line: 3,
    why: expect.stringMatching(/does not hold on/),
  })
})

test('a line that was cut short is told, and the chain goes on after it', async () => {
  const { directory, file } = await written(['a', 'b'])
  appendFileSync(file, '{"at":"2026-')
  expect(await verifyAudit(directory)).toMatchObject({ records: 2, torn: [{ file, line: 3 }] })
  await written(['c', 'd'], directory)
  const report = await verifyAudit(directory)
  expect(report).toMatchObject({ records: 4, torn: [{ file, line: 3 }] })
  expect(report.broken).toBeUndefined()
  // All but the newline is a whole record.
  writeFileSync(file, readFileSync(file, 'utf8').trimEnd())
  await written(['e'], directory)
  expect(await verifyAudit(directory)).toMatchObject({ records: 5, torn: [{ line: 3 }], last: { n: 5 } })
})

test.each([
  ['beheaded', (file: string) => writeFileSync(file, `${linesOf(file).slice(1).join('\n')}\n`)],
  ['cut at the end', (file: string) => writeFileSync(file, `${linesOf(file).slice(0, -1).join('\n')}\n`)],
  ['whose last record is a cut line', (file: string) => writeFileSync(file, readFileSync(file).subarray(0, -20))],
  ['emptied', (file: string) => writeFileSync(file, '')],
  ['deleted', (file: string) => rmSync(file)],
])('a file %s is not whole, nor is it after the next record', async (_, harm) => {
  const { directory, file } = await written(['a', 'b', 'c'])
  expect((await verifyAudit(directory)).broken).toBeUndefined()
  harm(file)
  expect((await verifyAudit(directory)).broken?.why).toBeDefined()
  await written(['d'], directory)
  expect((await verifyAudit(directory)).broken?.why).toBeDefined()
})

test('processes that write at once keep one chain', async () => {
  const directory = place()
  const [processes, each] = [6, 25]
  const children = Array.from({ length: processes }, (_, at) => writer(directory, each, `p${at}`))
  const codes = await Promise.all(children.map(async (child) => (await once(child, 'exit'))[0]))
  expect(codes).toEqual(codes.map(() => 0))
  const report = await verifyAudit(directory)
  expect(report.broken).toBeUndefined()
  expect(report).toMatchObject({ records: processes * each, last: { n: processes * each } })
  const names = linesOf(join(directory, 'audit.jsonl')).map((line) => (JSON.parse(line) as AuditRecord).input.name)
  for (let at = 0; at < processes; at++) expect(names.filter((name) => name === `p${at}`)).toHaveLength(each)
}, 60_000)

test('a writer that is killed holds up nobody, and breaks nothing', async () => {
  const directory = place()
  for (let round = 0; round < 3; round++) {
    const child = writer(directory, 100_000, `k${round}`)
    while (statSync(join(directory, 'audit.jsonl'), { throwIfNoEntry: false }) === undefined) await wait(5)
    await wait(50 * round)
    child.kill('SIGKILL')
    await once(child, 'exit')
    await written([`after ${round}`], directory)
  }
  expect((await verifyAudit(directory)).broken).toBeUndefined()
}, 60_000)

test('a lock whose holder is gone is taken over', async () => {
  const { directory, file } = await written(['a'])
  const gone = spawn(process.execPath, ['-e', ''])
  await once(gone, 'exit')
  writeFileSync(`${file}.lock`, String(gone.pid))
  await written(['b'], directory)
  expect(await verifyAudit(directory)).toMatchObject({ records: 2 })
})

test('a file of another day and a full one are set aside, the chain goes on, and old ones are removed', async () => {
  const directory = place()
  await append(record('a', '2026-01-01T10:00:00.000Z'), keeping(directory), signal)
  await append(record('b', '2026-01-02T10:00:00.000Z'), keeping(directory), signal)
  await append(record('c', '2026-01-02T11:00:00.000Z'), keeping(directory, { maxMb: 0.0001 }), signal)
  expect(readdirSync(directory)).toEqual([
    'audit-0000000001.jsonl',
    'audit-0000000002.jsonl',
    'audit.jsonl',
    'audit.mark',
  ])
  expect(await verifyAudit(directory)).toMatchObject({ records: 3, first: 1, last: { n: 3 } })
  const long = new Date(Date.now() - 40 * 86_400_000)
  utimesSync(join(directory, 'audit-0000000001.jsonl'), long, long)
  const mark = readFileSync(join(directory, 'audit.mark'))
  await append(record('d', '2026-01-03T10:00:00.000Z'), keeping(directory), signal)
  const report = await verifyAudit(directory)
  expect(report.broken).toBeUndefined()
  expect(report).toMatchObject({ records: 3, first: 2, last: { n: 4 } })
  // Set aside, and the machine stopped before the next file began.
  rmSync(join(directory, 'audit.jsonl'))
  writeFileSync(join(directory, 'audit.mark'), mark)
  await append(record('e'), keeping(directory), signal)
  expect((await verifyAudit(directory)).last?.n).toBe(4)
})

const state = 'home/.local/state/hookline'
async function engine(parameters: object, level: 'user' | 'project' = 'user') {
  const base = place()
  const root = join(base, 'work')
  const file = join(base, level === 'user' ? 'home/.config/hookline/hookline.json' : 'work/.hookline/hookline.json')
  for (const one of [join(base, 'home'), root, join(file, '..')]) mkdirSync(one, { recursive: true })
  writeFileSync(file, JSON.stringify({ version: 1, packs: { audit: parameters } }))
  const hooks = await createHooks({ workspaceRoots: [root], home: join(base, 'home'), trust: 'all', watch: false })
  const records = () =>
    linesOf(join(base, state, 'packs/audit/audit.jsonl')).map((line) => JSON.parse(line) as AuditRecord)
  return { base, root, hooks, records }
}

test('private fields are a length and a hash, and secrets are replaced', async () => {
  const { root, hooks, records } = await engine({})
  const token = ['ghp', 'a1B2c3D4e5F6g7H8i9J0k1L2m3N4o5P6q7R8'].join('_')
  await hooks.fire('beforeSubmitPrompt', { prompt: 'the plan is secret', attachments: [] })
  await hooks.fire('beforeShellExecution', { command: `curl -H "x: ${token}"`, cwd: root, sandbox: false })
  await hooks.close()
  const [prompt, shell] = records()
  expect(prompt?.input.prompt).toMatchObject({ private: true, length: 18 })
  expect(shell?.input.command).toBe('curl -H "x: [redacted:github]"')
  expect(shell?.redacted).toEqual(['input.command'])
})

test('full capture keeps the prompt and still no secret; only the named fields are kept', async () => {
  const { root, hooks, records } = await engine({ capture: 'full', fields: ['prompt', 'content'] })
  const token = ['ghp', 'a1B2c3D4e5F6g7H8i9J0k1L2m3N4o5P6q7R8'].join('_')
  await hooks.fire('beforeSubmitPrompt', { prompt: 'the plan', attachments: [] })
  await hooks.fire('beforeReadFile', { file_path: join(root, 'a'), content: token, attachments: [] })
  await hooks.close()
  expect(records().map(({ input }) => input)).toEqual([{ prompt: 'the plan' }, { content: '[redacted:github]' }])
})

test('what cannot be written down passes with a failed hook, or is refused where that is wanted', async () => {
  for (const failClosed of [false, true]) {
    const { base, root, hooks } = await engine({ failClosed })
    mkdirSync(join(base, state), { recursive: true })
    writeFileSync(join(base, state, 'packs'), 'a file where the directory should be')
    const effect = await hooks.fire('beforeShellExecution', { command: 'ls', cwd: root, sandbox: false })
    expect(effect.runs[0]?.outcome.kind).toBe('failed')
    expect(effect.verdict).toBe(failClosed ? 'deny' : 'allow')
    await hooks.close()
  }
})

test("a workspace's file cannot say where the records go", async () => {
  const { hooks, base, root } = await engine({ directory: '/nowhere' }, 'project')
  expect(hooks.problems).toMatchObject([
    { code: 'forbidden-setting', message: "a project's hookline.json cannot set `audit.directory`" },
  ])
  await hooks.fire('beforeShellExecution', { command: 'ls', cwd: root, sandbox: false })
  await hooks.close()
  expect(await verifyAudit(join(base, state, 'packs/audit'))).toMatchObject({ records: 1 })
})
