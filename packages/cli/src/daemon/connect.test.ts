import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { needsLauncher, rig, shellEvent } from '../testing/launcher.ts'

test(
  'init connects an agent with the launcher, doctor names it, and daemon lists and ends what it started',
  needsLauncher,
  async () => {
    const made = rig()
    const hookline = (...args: string[]) => {
      const { stdout, stderr, status } = spawnSync(process.execPath, [made.script, ...args], {
        cwd: made.root,
        env: made.env,
        encoding: 'utf8',
        input: '',
      })
      return { status, text: stdout + stderr }
    }
    expect(hookline('daemon')).toEqual({ status: 1, text: expect.stringContaining('No daemon is running') })
    const { status, text } = hookline('init', '--yes', '--with', 'shell-guard')
    expect({ status, text }).toMatchObject({ status: 0 })
    const settings = readFileSync(join(made.env.HOME ?? '', '.cursor/hooks.json'), 'utf8')
    expect(settings).toContain(`HOOKLINE_NODE='${process.execPath}'`.replaceAll("'", ''))
    expect(settings).toContain(`${made.program} run --host cursor --installed`)
    const { command } = JSON.parse(settings).hooks.beforeShellExecution[0]
    const fire = () =>
      spawnSync('/bin/sh', ['-c', command], {
        env: made.env,
        cwd: made.root,
        input: JSON.stringify(shellEvent(made.root, 'rm -rf /')),
        encoding: 'utf8',
      })
    expect(JSON.parse(fire().stdout).permission).toBe('deny')
    await made.ready({ HOOKLINE_NODE: process.execPath })
    expect(JSON.parse(fire().stdout).permission).toBe('deny')
    expect((await made.records())[0]?.call).toBeDefined()
    expect(hookline('doctor').text).toContain('launcher')
    expect(hookline('daemon')).toEqual({ status: 0, text: expect.stringContaining('A daemon is running: process') })
    expect(JSON.parse(hookline('daemon', '--json').text)).toMatchObject({
      launcher: made.program,
      daemons: [{ isOwn: true }],
    })
    expect(hookline('daemon', 'stop')).toMatchObject({ status: 0 })
    expect(hookline('daemon', 'status').status).toBe(1)
    expect(hookline('daemon', 'dance').status).toBe(64)
  },
)
