import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import type { Hooks } from '../../hooks.ts'
import { type EventName, eventNames, eventRows } from '../../protocol/events/index.ts'
import type { LogRecord } from '../../sinks/log-record.ts'
import { hooksFile, useScratch, write } from '../../testing/scratch.ts'
import { openLog } from './open-log.ts'
import { verifyLog } from './verify.ts'

let home: string
let root: string
let base: string
let enterpriseDir: string
const { open } = useScratch((scratch) => {
  ;({ base, home, root, enterpriseDir } = scratch)
}, {})

const userFile = () => join(home, '.config/hookline/hookline.json')
const projectFile = () => join(root, '.hookline/hookline.json')
const managedFile = () => join(enterpriseDir, 'hookline.json')
const directory = () => join(home, '.local/state/hookline/log')
const audit = (value: unknown, more: object = {}) => ({ version: 1, hooks: {}, log: { audit: value, ...more } })

async function records(): Promise<readonly LogRecord[]> {
  const page = await openLog(directory(), { cache: join(base, 'cache') }).query({ limit: 1000 })
  return page.records.toReversed()
}
const fire = (hooks: Hooks, name: EventName) => hooks.fire(name, eventRows[name].sample(root) as never)
const shell = 'beforeShellExecution'

describe('with log.audit', () => {
  test('every event leaves a record in the chain, also where no hook ran', async () => {
    write(userFile(), { ...audit(true), ...hooksFile({ [shell]: ['true'] }) })
    const hooks = await open({ log: { host: 'cursor' }, agent: 'cursor' })
    for (const name of eventNames) await fire(hooks, name)
    await hooks.close()
    const found = await records()
    expect(found.map(({ event }) => event).sort()).toEqual([...eventNames].sort())
    expect(found.find(({ event }) => event === 'stop')).toMatchObject({
      verdict: 'allow',
      because: { rule: 'nobody' },
      host: { name: 'cursor' },
      runs: [],
    })
    const report = await verifyLog(directory())
    expect(report.broken).toBeUndefined()
    expect(report.records).toBe(eventNames.length)
  })

  test.each([
    ['user', userFile],
    ['organisation', managedFile],
  ])('the file of the %s is read by a process for one event, with no hook there', async (_, file) => {
    write(file(), audit(true))
    const hooks = await open({ log: {}, events: ['stop'], mode: 'one-shot' })
    expect(await hooks.isConfigured('stop')).toBe(true)
    await fire(hooks, 'stop')
    await hooks.close()
    expect(await records()).toMatchObject([{ event: 'stop', chain: { n: 1 } }])
  })

  test('without it an event for which no hook ran leaves none', async () => {
    write(userFile(), hooksFile({ [shell]: ['true'] }))
    const hooks = await open({ log: {} })
    expect(hooks.isConfigured('stop')).toBe(false)
    await fire(hooks, 'stop')
    await fire(hooks, shell)
    await hooks.close()
    expect(await records()).toMatchObject([{ event: shell }])
    expect((await records())[0]).not.toHaveProperty('chain')
  })

  test('private fields are a length and a hash, and secrets are replaced', async () => {
    write(userFile(), audit(true))
    const hooks = await open({ log: {} })
    const token = ['ghp', 'a1B2c3D4e5F6g7H8i9J0k1L2m3N4o5P6q7R8'].join('_')
    await hooks.fire('beforeSubmitPrompt', { prompt: 'the plan is secret', attachments: [] })
    await hooks.fire(shell, { command: `curl -H "x: ${token}"`, cwd: root, sandbox: false })
    await hooks.close()
    const [prompt, command] = await records()
    expect(prompt?.input.prompt).toMatchObject({ private: true, length: 18 })
    expect(command?.input.command).toBe('curl -H "x: [redacted:github]"')
  })

  test('invented events are marked, and can be left out', async () => {
    write(userFile(), audit(true))
    for (const purpose of ['trial', 'proof', undefined] as const) {
      const hooks = await open({ log: purpose === undefined ? {} : { purpose } })
      await fire(hooks, shell)
      await hooks.close()
    }
    expect((await records()).map(({ purpose }) => purpose)).toEqual(['trial', 'proof', undefined])
    const log = openLog(directory(), { cache: join(base, 'cache') })
    for (const purpose of ['act', 'proof', 'trial'] as const) expect(await log.count({ purpose })).toBe(1)
    expect((await log.query({ purpose: 'act' })).records).toHaveLength(1)
  })
})

describe('what cannot be written', () => {
  const blocked = () => {
    mkdirSync(join(directory(), '..'), { recursive: true })
    writeFileSync(directory(), 'a file where the directory should be')
  }
  test.each([
    ['goes on', audit(true), 'proceed', 3],
    ['is refused with failClosed', audit(true, { failClosed: true }), 'refuse', 3],
    ['goes on where the log is not an audit log', audit(undefined, { failClosed: true }), 'proceed', 1],
  ])('%s', async (_, settings, kind, dropped) => {
    write(userFile(), { ...settings, ...hooksFile({ preToolUse: ['true'] }) })
    blocked()
    const hooks = await open({ log: {} })
    for (const name of [shell, 'preToolUse'] as const) {
      const effect = await fire(hooks, name)
      expect(effect.kind).toBe(kind)
      if (kind === 'refuse')
        expect(effect).toMatchObject({
          verdict: 'deny',
          because: { rule: 'failed-closed' },
          reply: { permission: 'deny' },
          userMessage: expect.stringMatching(/audit log cannot be written/),
          agentMessage: 'This could not be recorded, so it was refused',
        })
    }
    // What is not a gate goes on.
    expect((await fire(hooks, 'afterFileEdit')).kind).toBe('proceed')
    rmSync(directory())
    expect((await fire(hooks, 'preToolUse')).kind).toBe('proceed')
    await hooks.close()
    expect((await records()).at(-1)).toMatchObject({ event: 'preToolUse', dropped })
  })
})

describe('who switches it', () => {
  const isChained = async (trust: 'all' | 'none' = 'all') => {
    const hooks = await open({ log: {}, trust, hooks: { stop: [{ command: 'true' }] } })
    await fire(hooks, 'stop')
    const { problems } = hooks
    await hooks.close()
    return { chained: (await records()).at(-1)?.chain !== undefined, problems: problems.map(({ code }) => code) }
  }
  test('the organisation, whatever the user says', async () => {
    write(managedFile(), audit(true))
    write(userFile(), audit(false))
    expect(await isChained()).toEqual({ chained: true, problems: [] })
  })
  test('a project cannot switch it on', async () => {
    write(projectFile(), audit(true, { failClosed: true }))
    expect(await isChained()).toEqual({ chained: false, problems: ['forbidden-setting', 'forbidden-setting'] })
  })
  test('a project cannot switch it off', async () => {
    write(userFile(), audit(true))
    write(projectFile(), audit(false))
    expect(await isChained()).toEqual({ chained: true, problems: ['forbidden-setting'] })
  })
  test('the user ends it; where the setting is taken out again, nothing begins', async () => {
    write(userFile(), audit(true))
    expect(await isChained()).toMatchObject({ chained: true })
    rmSync(userFile())
    expect(await isChained()).toMatchObject({ chained: true })
    write(userFile(), audit(false))
    expect(await isChained()).toMatchObject({ chained: false })
    rmSync(userFile())
    expect(await isChained()).toMatchObject({ chained: false })
    expect(await verifyLog(directory())).toMatchObject({ records: 2, outside: 2, ended: true })
  })
  test('an embedder', async () => {
    const hooks = await open({ log: { audit: true } })
    await fire(hooks, 'stop')
    await hooks.close()
    expect(await records()).toMatchObject([{ chain: { n: 1 } }])
  })
  test('a value of another type, or a misspelt key, is named', async () => {
    write(userFile(), { version: 1, hooks: {}, log: { audit: 'yes', adit: true } })
    expect(await isChained()).toEqual({ chained: false, problems: ['wrong-type', 'unknown-key'] })
  })
})

test('what was written is on disk when fire resolves, for the owner alone', async () => {
  write(userFile(), audit(true))
  const hooks = await open({ log: {} })
  await fire(hooks, 'stop')
  expect(readFileSync(join(directory(), '00000001.jsonl'), 'utf8')).toContain('"event":"stop"')
  expect(readdirSync(directory()).sort()).toEqual(['00000001.jsonl', 'chain.json'])
  await hooks.close()
})
