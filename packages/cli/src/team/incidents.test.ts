import { once } from 'node:events'
import { existsSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { type Sandbox, sandbox } from '../testing/cli.ts'
import { isAlive } from '../testing/is-alive.ts'

const deny = '#!/bin/sh\necho \'{"permission":"deny","user_message":"Never."}\'\n'

/** A server, its owner and a member, each with a home of its own; the hook of the team denies every command. */
async function team() {
  const [owner, member] = [sandbox(), sandbox()]
  const child = owner.start(['serve', '--port', '0', '--json'])
  onTestFinished(() => void child.kill('SIGKILL'))
  const [line] = await once(child.stdout ?? child, 'data')
  const keygen = ['team', 'keygen', JSON.parse(String(line)).owner_link, '--email', 'ada@example.com']
  owner.hookline([...keygen, '--password-stdin', '--team-name', 'Tools'], { stdin: 'correct horse battery staple\n' })
  const publish = (script: string, ...args: readonly string[]) => {
    owner.write('hooks/hooks.json', { version: 1, hooks: { beforeShellExecution: [{ command: './guard.sh' }] } })
    owner.write('hooks/guard.sh', script)
    return owner.hookline(['team', 'publish', join(owner.root, 'hooks'), '--yes', '--json', ...args])
  }
  const { command } = JSON.parse(publish(deny, '--code').stdout)
  expect(member.hookline(command.split(' ').slice(1)).code).toBe(0)
  return { owner, member, publish, server: child }
}

const event = { hook_event_name: 'beforeShellExecution', conversation_id: 's', command: 'ls' }
const runIn = (member: Sandbox, env: Readonly<Record<string, string>> = {}) =>
  JSON.parse(member.hookline(['run', '--host', 'cursor'], { stdin: JSON.stringify(event), env }).stdout).permission

const pauseArgs = ['team', 'pause', 'all', '--for', '30m', '--reason', 'guard.sh denies everything', '--yes']

test('a pause is obeyed after a sync, and every command shows it as a pause', async () => {
  const { owner, member } = await team()
  expect(runIn(member)).toBe('deny')
  const paused = owner.hookline([...pauseArgs, '--json'])
  expect(JSON.parse(paused.stdout)).toMatchObject({
    revision: 3,
    pause: { hook_id: 0, by: 'ada@example.com', active: true },
  })
  expect(owner.hookline(['team', 'pause', '--list']).stdout).toMatch(
    /^all its hooks are paused until (\d\d-\d\d )?\d\d:\d\d by ada@example\.com: guard/,
  )
  expect(member.hookline(['team', 'sync']).code).toBe(0)
  expect(runIn(member)).not.toBe('deny')
  const shown = /paused until (\d\d-\d\d )?\d\d:\d\d by ada@example\.com: guard\.sh denies everything/
  const text = /paused until .{5,40} by ada@example\.com: guard\.sh denies everything/
  const status = member.hookline(['team', 'status'])
  expect([status.code, status.stdout]).toEqual([1, expect.stringMatching(shown)])
  expect(JSON.parse(member.hookline(['team', 'status', '--json']).stdout).teams[0].pauses).toMatchObject([
    { hookId: 0 },
  ])
  for (const args of [['list'], ['status'], ['explain', 'beforeShellExecution', '--set', 'command=ls']]) {
    const { stdout } = member.hookline(args)
    expect(stdout, args[0]).toMatch(shown)
    expect(stdout, args[0]).not.toContain('ALLOW')
  }
  const listed = JSON.parse(member.hookline(['list', '--json']).stdout).entries
  expect(listed).toMatchObject([{ held: { why: 'paused' }, pauses: [{ by: 'ada@example.com' }] }])
  const explained = JSON.parse(
    member.hookline(['explain', 'beforeShellExecution', '--set', 'command=ls', '--json']).stdout,
  )
  expect(explained.overall.paused).toMatch(text)
  const log = member.hookline(['log'])
  expect(log.stdout).toMatch(new RegExp(`→ PAUSED "${shown.source}`))
  expect(JSON.parse(member.hookline(['log', '--json', '--limit', '1']).stdout).records[0]).toMatchObject({
    because: { rule: 'paused' },
    skipped: [{ why: 'paused', detail: expect.stringMatching(text) }],
  })
  expect(owner.hookline(['team', 'resume']).stdout).toContain('Ended 1 pause with revision 4')
  expect(owner.hookline(['team', 'resume']).stdout).toBe('Nothing is paused.\n')
  member.hookline(['team', 'sync'])
  expect(runIn(member)).toBe('deny')
})

test('one hook is paused by its name, and a rollback brings the older hooks', async () => {
  const { owner, member, publish } = await team()
  expect(owner.hookline(['team', 'pause', 'guard.sh', '--reason', 'false alarms', '--yes']).stdout).toMatch(
    /^Paused guard\.sh until/,
  )
  expect(owner.hookline(['team', 'resume', 'guard.sh']).code).toBe(0)
  publish('#!/bin/sh\necho "{}"\n')
  member.hookline(['team', 'sync'])
  expect(runIn(member)).not.toBe('deny')
  const dry = owner.hookline(['team', 'rollback', '--dry-run'])
  expect(dry.stdout).toMatch(/^Revision 5 now, back to revision 4:\n~ guard\.sh {2}changed\n$/)
  expect(owner.hookline(['team', 'rollback', '--note', 'too lax', '--yes']).stdout).toMatch(
    /Revision 6 has the hooks of revision 4\./,
  )
  member.hookline(['team', 'sync'])
  expect(runIn(member)).toBe('deny')
})

const refusals: readonly (readonly [args: readonly string[], code: number, why: string])[] = [
  [['pause'], 64, 'what should be paused?'],
  [['pause', 'all', '--yes'], 64, 'a pause needs a reason'],
  [['pause', 'all', '--reason', 'x'], 64, 'Add --yes'],
  [['pause', 'all', '--reason', 'x', '--for', 'soon', '--yes'], 64, 'is not a duration'],
  [['pause', 'all', '--reason', 'x', '--for', '8d'], 64, 'Use at most 7d'],
  [['pause', 'nothing.sh', '--reason', 'x'], 1, 'no published hook is called'],
  [['resume', 'guard.sh'], 1, 'is not paused'],
  [['rollback', 'x'], 64, 'a revision is a number'],
  [['rollback', '99', '--yes'], 1, 'is not older than the current revision'],
]

test('wrong input is refused with a reason, and nothing is paused', async () => {
  const { owner } = await team()
  for (const [args, code, why] of refusals) {
    const done = owner.hookline(['team', ...args])
    expect([args, done.code, done.stderr]).toEqual([args, code, expect.stringContaining(why)])
  }
  expect(owner.hookline(['team', 'pause', '--list']).stdout).toBe('Nothing is paused.\n')
})

test('an event starts the watcher, which obeys a pause without another command and ends with the home directory', async () => {
  const { owner, member } = await team()
  const on = { HOOKLINE_TEAM_WATCH: 'on' }
  const lock = join(member.env.XDG_STATE_HOME ?? '', 'hookline/team/watch.lock')
  expect(existsSync(lock)).toBe(false)
  expect(runIn(member, on)).toBe('deny')
  await expect.poll(() => existsSync(lock), { timeout: 20_000 }).toBe(true)
  const pid = Number.parseInt(readFileSync(lock, 'utf8'), 10)
  owner.hookline(pauseArgs)
  await expect.poll(() => runIn(member, on), { timeout: 40_000, interval: 500 }).not.toBe('deny')
  rmSync(join(member.env.XDG_STATE_HOME ?? '', 'hookline/team'), { recursive: true, force: true })
  await expect.poll(() => isAlive(pid), { timeout: 20_000 }).toBe(false)
})
