import { once } from 'node:events'
import { mkdirSync, readdirSync, readFileSync, renameSync } from 'node:fs'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { type Sandbox, sandbox } from '../testing/cli.ts'

const page = readFileSync(new URL('../../../../docs/team-operations.md', import.meta.url), 'utf8')
const [, section = ''] = page.split('### Changing keys\n')
const commands = [...section.matchAll(/^hookline (.+)$/gm)].map(([, line = '']) => line.split(' '))

async function serve(scratch: Sandbox): Promise<string> {
  const child = scratch.start(['serve', '--port', '0', '--json'])
  onTestFinished(() => void child.kill('SIGKILL'))
  const [line] = await once(child.stdout ?? child, 'data')
  return JSON.parse(String(line)).owner_link
}

/** Three root keys, of which one is here and one on a stick; a machine that is enrolled. */
async function begin() {
  const [owner, member] = [sandbox(), sandbox()]
  const link = await serve(owner)
  const who = ['--email', 'ada@example.com', '--password-stdin', '--team-name', 'Tools']
  const made = owner.hookline(['team', 'keygen', link, ...who, '--keys', '3', '--threshold', '2'], {
    stdin: 'correct horse battery staple\n',
  })
  expect([made.code, made.stderr]).toEqual([0, ''])
  owner.write('team/hooks.json', { version: 1, hooks: { stop: [{ command: './bye.sh' }] } })
  owner.script('team/bye.sh', 'echo {}\n')
  const published = owner.hookline(['team', 'publish', join(owner.root, 'team'), '--yes', '--json', '--code'])
  const command = JSON.parse(published.stdout).command.split(' ').slice(1)
  expect(member.hookline([...command, '--yes']).code).toBe(0)
  const config = join(owner.home, 'config/hookline/team')
  const keys = join(config, readdirSync(config)[0] ?? '')
  const stick = join(owner.root, 'stick')
  mkdirSync(stick)
  renameSync(join(keys, 'root-1.2.key'), join(stick, 'root-1.2.key'))
  renameSync(join(keys, 'root-1.3.key'), join(stick, 'root-1.3.key'))
  const play = (args: readonly string[]) => owner.hookline(args.map((arg) => arg.replace('/media/stick', stick)))
  return { owner, member, play, keys }
}

test('the commands in docs/team.md replace the keys, and a machine follows', async () => {
  const { member, play, keys } = await begin()
  const [online, root, sync] = commands
  expect(commands).toHaveLength(3)
  const few = play((online ?? []).slice(0, 3))
  expect([few.code, few.stderr]).toEqual([
    1,
    expect.stringContaining('a new root needs 2 keys of root 1, and this machine has 1'),
  ])

  const first = play(online ?? [])
  expect([first.code, first.stderr]).toEqual([0, ''])
  expect(first.stdout).toMatch(/root 2 is signed\.\nThe server has new keys and destroyed the old ones/)
  expect(member.hookline(sync ?? []).stdout).toContain('updated')
  const second = play(root ?? [])
  expect([second.code, second.stderr]).toEqual([0, ''])
  expect(second.stdout).toMatch(/root 3 is signed\.\n( {2}root key {2}.*\n){3}/)
  expect(readdirSync(keys).filter((name) => name.startsWith('root-3'))).toHaveLength(3)
  expect(member.hookline(sync ?? []).stdout).toContain('updated')
  expect(member.hookline(['team', 'status'])).toMatchObject({ code: 0, stdout: expect.stringContaining('1 hook') })
  // The old keys cannot sign another root.
  const again = play(root ?? [])
  expect([again.code, again.stderr]).toEqual([1, expect.stringContaining('does not belong to root 3')])
})

test('options that cannot be combined are wrong usage', () => {
  const scratch = sandbox()
  for (const [args, message] of [
    [['--rotate', '--rotate-online'], '--rotate and --rotate-online cannot be combined'],
    [['--rotate-online', '--keys', '3'], 'which --rotate-online does not change'],
    [['--rotate-online', 'http://127.0.0.1'], '--rotate-online takes no link'],
    [['--rotate', '--keys', 'many'], '--keys must be a number'],
  ] as const)
    expect(scratch.hookline(['team', 'keygen', ...args])).toMatchObject({
      code: 64,
      stderr: expect.stringContaining(message),
    })
  expect(scratch.hookline(['team', 'keygen', '--rotate'])).toMatchObject({
    code: 1,
    stderr: expect.stringContaining('administers no team'),
  })
})
