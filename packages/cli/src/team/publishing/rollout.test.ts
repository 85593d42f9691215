import { once } from 'node:events'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { type Sandbox, sandbox } from '../../testing/cli.ts'

const scripts = {
  deny: '#!/bin/sh\necho \'{"permission":"deny","user_message":"Never."}\'\n',
  allow: '#!/bin/sh\necho \'{"permission":"allow"}\'\n',
}

/** A server, its owner and a member. Revision 2 denies every command. */
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
    return owner.hookline(['team', 'publish', join(owner.root, 'hooks'), '--yes', ...args])
  }
  const { command } = JSON.parse(publish(scripts.deny, '--code', '--json').stdout)
  expect(member.hookline(command.split(' ').slice(1)).code).toBe(0)
  const rollout = (...args: readonly string[]) => owner.hookline(['team', 'rollout', ...args])
  return { owner, member, publish, rollout }
}

const event = { hook_event_name: 'beforeShellExecution', conversation_id: 's', command: 'ls' }
const runIn = (member: Sandbox) => {
  member.hookline(['team', 'sync'])
  return JSON.parse(member.hookline(['run', '--host', 'cursor'], { stdin: JSON.stringify(event) }).stdout).permission
}

test('a rollout to a share of the machines is shown, stopped, started again and finished', async () => {
  const { member, publish, rollout } = await team()
  expect(rollout().stdout).toContain('There was no rollout yet')
  const published = publish(scripts.allow, '--percent', '100')
  expect(published.stdout).toContain('Revision 3 goes to 100 % of the machines first')
  expect(runIn(member)).toBe('allow')
  expect(member.hookline(['team', 'status']).stdout).toContain('one of the first with the hooks of revision 3')
  member.hookline(['team', 'sync'])
  const status = JSON.parse(rollout('status', '--json').stdout).rollout
  expect(status).toMatchObject({ candidate: 3, state: 'running', percent: 100, devices: 1, updated: 1 })
  expect(status.candidateCounts).toEqual({ decisions: 1, denies: 0, failures: 0 })
  expect(rollout('status').stdout).toMatch(
    /^Revision 3 is being rolled out: 100 % of the machines\.\n {2}on 1 of 1 machine, started/,
  )
  expect(rollout('stop', '--reason', 'too lax').stdout).toContain('Revision 4 has the stable hooks')
  expect(runIn(member)).toBe('deny')
  const stopped = rollout('status')
  expect([stopped.code, stopped.stdout]).toEqual([1, expect.stringContaining('by ada@example.com: too lax')])
  publish(scripts.allow, '--percent', '1')
  expect(rollout('advance', '--all', '--yes').stdout).toContain('goes to all machines with revision 6')
  expect(runIn(member)).toBe('allow')
  expect(rollout('status').stdout).toContain('was rolled out to all machines')
})

test('an observation denies nothing, keeps what is enforced, and shows what it would have denied', async () => {
  const { owner, member, publish, rollout } = await team()
  publish(scripts.allow)
  expect(runIn(member)).toBe('allow')
  const published = publish(scripts.deny, '--observe')
  expect(published.stdout).toContain('Revision 4 is only observed')
  expect(runIn(member)).toBe('allow')
  expect(member.hookline(['log']).stdout).toContain('DENY, NOT ENFORCED')
  expect(member.hookline(['team', 'status']).stdout).toContain('hooks of revision 4 only observe')
  expect(member.hookline(['team', 'hooks']).stdout).toMatch(/ {2}only observed {2}beforeShellExecution/)
  member.hookline(['team', 'sync'])
  const status = JSON.parse(rollout('status', '--json').stdout).rollout
  expect(status).toMatchObject({ stage: 'observe', state: 'running', devices: 1, updated: 1, nextStage: 'percent' })
  expect(status.observed).toEqual([{ hookId: 1, name: 'guard.sh', runs: 1, denies: 1, failures: 0 }])
  expect(rollout().stdout).toContain('  guard.sh: 1 run, would have denied 1, failed 0\n')
  expect(rollout('advance', '--all', '--yes').code).toBe(0)
  expect(runIn(member)).toBe('deny')
  const both = owner.hookline(['team', 'publish', '.', '--observe', '--all'])
  expect([both.code, both.stderr]).toEqual([64, expect.stringContaining('choose one of --observe')])
})

const refusals: readonly (readonly [args: readonly string[], code: number, why: string])[] = [
  [['rollout', 'pause'], 64, 'Choose one: status, advance, stop'],
  [['rollout', 'stop'], 64, 'a stop needs a reason'],
  [['rollout', 'stop', '--reason', 'x'], 64, 'no rollout is under way'],
  [['rollout', 'advance', '--yes'], 64, 'no rollout is under way'],
  [['rollout', 'advance', '--percent', '0'], 64, '--percent must be a number from 1 to 100'],
  [['rollout', 'advance', '--percent', '50', '--all'], 64, 'not both'],
  [['rollout', 'status', '--all'], 64, '--percent and --all are for'],
  [['rollout', '--reason', 'x'], 64, '--reason is for'],
]

test('wrong input is refused with a reason, and a canary stage needs a canary', async () => {
  const { owner, publish } = await team()
  for (const [args, code, why] of refusals) {
    const done = owner.hookline(['team', ...args])
    expect([args, done.code, done.stderr]).toEqual([args, code, expect.stringContaining(why)])
  }
  for (const args of [
    ['--ring', 'some'],
    ['--percent', '101'],
    ['--ring', 'canary', '--all'],
  ])
    expect(publish(scripts.allow, ...args).code).toBe(64)
  const canary = publish(scripts.allow, '--ring', 'canary')
  expect([canary.code, canary.stderr]).toEqual([1, expect.stringContaining('no machine is a canary')])
})
