import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { whyNoSandbox } from '@hookline/core/node'
import { expect, test } from 'vitest'
import { needsLauncher, pause, type Rig, rig, shellEvent } from '../testing/launcher.ts'

const needsSandbox = {
  skip: needsLauncher.skip || (whyNoSandbox('strict') !== undefined && process.env.CI !== 'true'),
}

async function addGuard(made: Rig, lines: string, more: object = {}): Promise<void> {
  made.write('.hookline/guard.sh', `#!/bin/sh\ncat > /dev/null\n${lines}\n`, 0o755)
  const entry = { command: '.hookline/guard.sh', sandbox: 'strict', ...more }
  made.write('.hookline/hookline.json', { version: 1, hooks: { beforeShellExecution: [entry] } })
  await made.trust()
  await made.ready()
}
const lastRun = async (made: Rig) => (await made.records())[0]?.runs[0]

test('a hook in a sandbox runs in it when the launcher starts it, and is never parked', needsSandbox, async () => {
  const made = rig()
  const written = join(made.root, 'written')
  made.write(join(made.home, '.ssh/id'), 'SECRET')
  const attempts = `(echo x > '${written}') 2>/dev/null; secret=$(cat '${made.home}/.ssh/id' 2>/dev/null)`
  await addGuard(made, `${attempts}\necho "{\\"permission\\":\\"deny\\",\\"user_message\\":\\"read [$secret]\\"}"`, {
    warm: true,
  })
  for (let at = 0; at < 3; at++) {
    const { stdout } = await made.call(shellEvent(made.root))
    expect(JSON.parse(stdout)).toMatchObject({ permission: 'deny', user_message: expect.stringContaining('read []') })
    expect((await lastRun(made))?.notes).toEqual([expect.stringMatching(/^sandbox:/)])
  }
  expect(existsSync(written)).toBe(false)
})

test('a hook in a sandbox that hangs ends at its timeout with all its processes', needsSandbox, async () => {
  const made = rig()
  const mark = `7${process.pid}`
  await addGuard(made, `setsid sleep ${mark} &\nsleep ${mark}`, { timeout: 1, failClosed: true })
  const { stdout } = await made.call(shellEvent(made.root))
  expect(JSON.parse(stdout).permission).toBe('deny')
  expect((await lastRun(made))?.outcome.code).toBe('timeout')
  while (findProcesses(mark) > 0) await pause(20)
})

function findProcesses(mark: string): number {
  return readdirSync('/proc').filter((pid) => {
    try {
      return /^\d+$/.test(pid) && readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes(`sleep\0${mark}`)
    } catch {
      return false
    }
  }).length
}
