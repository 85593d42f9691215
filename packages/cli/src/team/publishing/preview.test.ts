import { once } from 'node:events'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { sandbox } from '../../testing/cli.ts'

const rule = (contains: string) => ({
  ...{ type: 'rule', name: `no ${contains}`, rule: { when: { field: 'command', contains }, verdict: 'deny' } },
})

/** A server, its owner, and a member with one published rule. */
async function team() {
  const [owner, member] = [sandbox(), sandbox()]
  const child = owner.start(['serve', '--port', '0', '--json'])
  onTestFinished(() => void child.kill('SIGKILL'))
  const [line] = await once(child.stdout ?? child, 'data')
  const keygen = ['team', 'keygen', JSON.parse(String(line)).owner_link, '--email', 'ada@example.com']
  owner.hookline([...keygen, '--password-stdin', '--team-name', 'Tools'], { stdin: 'correct horse battery staple\n' })
  const directory = join(owner.root, 'hooks')
  const write = (...hooks: readonly object[]) =>
    owner.write('hooks/hookline.json', { hooks: { beforeShellExecution: hooks } })
  write(rule('force'))
  const published = owner.hookline(['team', 'publish', directory, '--yes', '--code', '--json'])
  expect(member.hookline(JSON.parse(published.stdout).command.split(' ').slice(1)).code).toBe(0)
  const preview = (...args: readonly string[]) => owner.hookline(['team', 'preview', ...args])
  return { owner, member, write, directory, preview }
}

test('a draft is judged over the logs of machines, which deny nothing by it', async () => {
  const { owner, member, write, directory, preview } = await team()
  expect(preview().stdout).toContain('No preview was asked for yet')
  const run = (command: string) => {
    const event = { hook_event_name: 'beforeShellExecution', conversation_id: 's', command }
    return JSON.parse(member.hookline(['run', '--host', 'cursor'], { stdin: JSON.stringify(event) }).stdout)
  }
  for (const command of ['curl x', 'curl y', 'ls', 'curl --force']) run(command)
  owner.write('hooks/guard.sh', '#!/bin/sh\necho "{}"\n')
  write(rule('force'), rule('curl'), { command: './guard.sh' })
  const asked = preview(directory, '--yes')
  expect([asked.code, asked.stdout]).toEqual([0, expect.stringContaining('No machine has answered yet (of 1).')])
  expect(member.hookline(['team', 'sync']).code).toBe(0)
  expect(run('curl z').permission).not.toBe('deny')
  const shown = preview().stdout
  expect(shown).toContain('In the last 7 days this would have denied 3 calls on 1 machine.\n')
  expect(shown).toContain(
    '  of 4 recorded calls that it listens to: 3 denied (2 of them went on then), 0 asked, 0 could not be judged\n',
  )
  expect(shown).toContain('  counts of each hook: not shown, because fewer than 5 machines have answered\n')
  expect(shown).toContain('1 changed hook not judged: only packs and rules are')
  expect(JSON.parse(preview('--json').stdout).preview).toMatchObject({
    ...{ days: 7, state: 'asking', devices: 1, reported: 1, deniedOn: 1, leftOut: 1 },
    counts: { events: 4, denies: 3, newDenies: 2, asks: 0, unjudged: 0 },
  })
  const report = member.hookline(['team', 'status', '--report']).stdout
  expect(report).toContain('  sent: events 4, denies 3, newDenies 2, asks 0, unjudged 0\n')
  expect(report).toMatch(/asked: hook \d+ no curl \{.*"contains":"curl"/)
  expect(report).toMatch(/Preview \d+ over the last 7 days of the log, answered, /)
  expect(preview('--end').stdout).toContain('machines are no longer asked')
})

test('wrong input is refused with a reason', async () => {
  const { preview, directory, write, owner } = await team()
  const refusals: readonly (readonly [args: readonly string[], code: number, why: string])[] = [
    [['--days', '7'], 64, '--days is for a directory'],
    [[directory, '--days', '31', '--yes'], 64, '--days must be a number from 1 to 30'],
    [[directory, '--end'], 64, 'choose a directory or --end'],
    [[directory], 64, 'there is no terminal to ask at'],
    [[directory, '--yes'], 1, 'there is nothing to preview'],
  ]
  for (const [args, code, why] of refusals) {
    const done = preview(...args)
    expect([args, done.code, done.stderr]).toEqual([args, code, expect.stringContaining(why)])
  }
  write({ type: 'rule', rule: 7 })
  expect(preview(directory, '--yes').code).not.toBe(0)
  expect(owner.hookline(['team', 'preview', '--help']).stdout).toContain('Usage: hookline team preview')
})
