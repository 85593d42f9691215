import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect, it } from 'vitest'
import { type Sandbox, sandbox } from '../testing/cli.ts'
import { isAlive } from '../testing/is-alive.ts'

const payload = (event: string, more: object = {}) =>
  JSON.stringify({ hook_event_name: event, conversation_id: 'c', command: 'ls', output: '', cwd: '/', ...more })

function prepare(entries: readonly object[], event = 'afterShellExecution'): Sandbox {
  const made = sandbox()
  made.write('.hookline/hookline.json', { version: 1, hooks: { [event]: entries } })
  return made
}
const trust = (made: Sandbox) => expect(made.hookline(['trust', 'add', '--yes']).code).toBe(0)
const run = (made: Sandbox, event = 'afterShellExecution') =>
  made.hookline(['run', '--host', 'cursor'], { stdin: payload(event, { workspace_roots: [made.root] }) })

/** Waits for a condition; the test's own limit ends it. */
async function until<T>(find: () => T | undefined | false): Promise<T> {
  for (;;) {
    const found = find()
    if (found !== undefined && found !== false) return found
    await sleep(20)
  }
}
interface LogRecord {
  readonly of?: string
  readonly runs: readonly { readonly exitCode?: number; readonly outcome: object; readonly notes: readonly string[] }[]
  readonly notes: readonly string[]
  readonly skipped: readonly { readonly why: string }[]
}
const records = (made: Sandbox): readonly LogRecord[] => JSON.parse(made.hookline(['log', '--json']).stdout).records
const backgroundRecord = (made: Sandbox) => until(() => records(made).find(({ of }) => of !== undefined))

it('run answers while the hook still runs, and the hook is recorded when it ends', async () => {
  const made = prepare([{ command: './slow.sh', async: true }])
  // It ends only after `run` has ended.
  made.script('slow.sh', 'while [ ! -e go ]; do sleep 0.05; done; cat > seen.json; echo done; exit 3')
  trust(made)
  expect(run(made)).toMatchObject({ code: 0, stdout: '{}\n', stderr: '' })
  expect(existsSync(join(made.root, 'seen.json'))).toBe(false)
  expect(records(made)).toEqual([])
  writeFileSync(join(made.root, 'go'), '')
  const { runs, notes } = await backgroundRecord(made)
  expect(JSON.parse(readFileSync(join(made.root, 'seen.json'), 'utf8'))).toMatchObject({ command: 'ls' })
  expect(runs).toMatchObject([{ exitCode: 3, outcome: { kind: 'failed', code: 'exit' }, notes: ['async'] }])
  expect(notes).toContain('async')
  await until(() => readdirSync(join(made.home, 'state/hookline/background')).length === 0)
})

it('its timeout ends its whole tree, after run has ended', async () => {
  const made = prepare([{ command: './hang.sh', async: true, timeout: 1 }])
  made.script('hang.sh', 'sleep 300 & echo $! > child; wait')
  trust(made)
  expect(run(made).code).toBe(0)
  const { runs } = await backgroundRecord(made)
  expect(runs).toMatchObject([{ outcome: { kind: 'failed', code: 'timeout' } }])
  const child = Number(readFileSync(join(made.root, 'child'), 'utf8'))
  await until(() => !isAlive(child))
})

it('where all permits are taken the hook is skipped, and the log says so', () => {
  const made = prepare([{ command: 'touch ran', async: true }])
  trust(made)
  const later = String(Date.now() + 3_600_000)
  for (let permit = 0; permit < 16; permit++)
    made.write(join('..', `home/state/hookline/background/permit-${permit}`), later)
  expect(run(made)).toMatchObject({ code: 0, stdout: '{}\n' })
  expect(records(made)).toMatchObject([{ runs: [], skipped: [{ why: 'busy' }] }])
})

it('a permit that was left behind is taken again', async () => {
  const made = prepare([{ command: 'touch ran', async: true }])
  trust(made)
  for (let permit = 0; permit < 16; permit++)
    made.write(join('..', `home/state/hookline/background/permit-${permit}`), '1')
  run(made)
  await backgroundRecord(made)
  expect(existsSync(join(made.root, 'ran'))).toBe(true)
})

it('an untrusted workspace starts nothing in the background', () => {
  const made = prepare([{ command: 'touch ran', async: true }])
  run(made)
  expect(existsSync(join(made.home, 'state/hookline/background'))).toBe(false)
})

it('at a gate run waits for the hook and refuses', () => {
  const made = prepare([{ command: 'exit 2', async: true }], 'beforeShellExecution')
  trust(made)
  expect(JSON.parse(run(made, 'beforeShellExecution').stdout)).toMatchObject({ permission: 'deny' })
  const check = made.hookline(['check'])
  expect(check.code).toBe(1)
  expect(check.stdout).toContain('async-gate')
})

it('list and explain say that nothing waits for the hook, and trigger shows what it did', () => {
  const made = prepare([{ command: 'echo background-ran', async: true }])
  trust(made)
  expect(made.hookline(['list']).stdout).toContain('in the background')
  expect(made.hookline(['explain', 'afterShellExecution']).stdout).toContain('in the background: nothing waits for it')
  expect(made.hookline(['trigger', 'afterShellExecution']).stdout).toContain('background-ran')
})
