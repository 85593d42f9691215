import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { needsLauncher, rig } from '../testing/launcher.ts'

test(
  'through the launcher a background hook outlives the answer, and no process of the daemon runs it',
  needsLauncher,
  async () => {
    const made = rig()
    const slow = 'while [ ! -e go ]; do sleep 0.05; done; echo $PPID > parent; cat > seen.json'
    made.write('.hookline/hookline.json', {
      version: 1,
      hooks: { afterShellExecution: [{ command: slow, async: true }] },
    })
    await made.trust()
    await made.ready()
    const event = { hook_event_name: 'afterShellExecution', conversation_id: 'c', command: 'ls', output: '', cwd: '/' }
    const { code, stdout } = await made.call({ ...event, workspace_roots: [made.root] })
    expect([code, JSON.parse(stdout)]).toEqual([0, {}])
    expect(existsSync(join(made.root, 'seen.json'))).toBe(false)
    writeFileSync(join(made.root, 'go'), '')
    const find = async () => (await made.records()).find(({ of }) => of !== undefined)
    let record = await find()
    while (record === undefined) {
      await sleep(20)
      record = await find()
    }
    expect(record.runs).toMatchObject([{ exitCode: 0, notes: ['async'] }])
    expect(JSON.parse(readFileSync(join(made.root, 'seen.json'), 'utf8'))).toMatchObject({ command: 'ls' })
    expect(Number(readFileSync(join(made.root, 'parent'), 'utf8'))).not.toBe(made.daemon())
    expect(record.pid).not.toBe(made.daemon())
  },
)
