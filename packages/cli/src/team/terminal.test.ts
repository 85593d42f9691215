/** Teams at a terminal: the page's five commands as they stand there, the notice, and the sync that nobody waits for. */
import { spawnSync } from 'node:child_process'
import { existsSync, readdirSync, readFileSync, utimesSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { type Sandbox, sandbox } from '../testing/cli.ts'
import { newCode, startOwnedTeam } from '../testing/team.ts'
import { hasTerminal, openTerminal } from '../testing/terminal.ts'

const skips = !hasTerminal && process.env.CI !== 'true'
if (skips) console.warn('SKIPPED: teams at a terminal. There is no `script` of util-linux here')

const password = 'correct horse battery staple'
const page = readFileSync(new URL('../../../../docs/team.md', import.meta.url), 'utf8')
/** The words of each command, without the comment. */
const five = (/Five commands[\s\S]*?```sh\n([\s\S]*?)```/.exec(page)?.[1] ?? '')
  .trim()
  .split('\n')
  .map((line) => line.replace(/\s+# .*/, '').match(/(?:'[^']*'|\S)+/g) ?? [])
  .map((words) => words.slice(1).map((word) => word.replaceAll("'", '')))

/** The directory that the page writes before. */
const directory = /```sh\n(mkdir -p team-hooks[\s\S]*?)```/.exec(page)?.[1] ?? ''

/** A machine that is in the team, and was not told yet. */
async function member() {
  const { admin, url, owner, teamId } = await startOwnedTeam(sandbox())
  const scriptContent = `#!/bin/sh\necho '{"permission":"deny","user_message":"Never."}'\n`
  await admin('SaveHook', { draft: { hookStep: 'stop', scriptName: 'guard.sh', scriptContent } })
  await admin('Publish')
  const box = sandbox()
  const joined = box.hookline(['team', 'enroll', url, await newCode(owner, teamId)])
  expect([joined.code, joined.stderr]).toEqual([0, expect.stringContaining('admin-enabled hooks')])
  return { box, admin, teamId }
}
const notice = '[C]ontinue, [V]iew hooks, [L]og out: '
const installed = (box: Sandbox): readonly string[] => {
  const managed = join(box.home, '.cursor/managed')
  return existsSync(managed) ? readdirSync(managed) : []
}

test.skipIf(skips)(
  'the page’s five commands, typed as they stand there, end in a denied command',
  async () => {
    expect(five.map(([first]) => first)).toEqual(['serve', 'team', 'team', 'team', 'trigger'])
    const [serve = [], keygen = [], publish = [], enroll = [], trigger = []] = five
    const [owner, machine] = [sandbox(), sandbox()]
    expect(spawnSync('sh', ['-e'], { cwd: owner.root, input: directory }).status).toBe(0)

    const first = openTerminal(owner, [...serve, '--port', '0'])
    const link = (await first.see(/http:\S+\/accept#\S+\n/)).match(/http:\S+\/accept#\S+/)?.[0] ?? ''
    const second = openTerminal(owner, [...keygen.slice(0, -1), link])
    expect(keygen.at(-1)).toMatch(/\/accept#…$/)
    await second.see('E-mail address of your account: ')
    second.type('ada@example.com\n')
    await second.see('Password')
    await second.see(': ')
    second.type(`${password}\r`)
    await second.see('once more: ')
    second.type('another one\r')
    await second.see('two different ones')
    await second.see('Password')
    await second.see(': ')
    second.type(`${password}\r`)
    await second.see('once more: ')
    second.type(`${password}\r`)
    await second.see('Name of the team [Team]: ')
    second.type('Tools\n')
    expect(await second.ended).toBe(0)
    expect(second.shown()).not.toContain(password)
    expect(second.shown()).toContain('Tools (hl_')

    const third = openTerminal(owner, publish)
    await third.see('[y/N] ')
    third.type('y\n')
    expect(await third.ended).toBe(0)
    const printed = /hookline (team enroll \S+ \S+)/.exec(third.shown())?.[1]?.split(' ') ?? []
    expect(printed.slice(0, 2)).toEqual(enroll.slice(0, 2))
    const fourth = openTerminal(machine, printed)
    await fourth.see(notice)
    fourth.type('c\n')
    expect(await fourth.ended).toBe(0)

    const fifth = openTerminal(machine, trigger)
    await fifth.ended
    expect(fifth.shown()).toContain('DENY')
    expect(fifth.shown()).toContain('Never force.')
    expect(fifth.shown()).not.toContain(notice)
  },
  180_000,
)

test.skipIf(skips)(
  'the notice comes at the next terminal until it is answered, and shows the hooks',
  async () => {
    const { box } = await member()
    const unanswered = openTerminal(box, ['list'])
    await unanswered.see(notice)
    unanswered.type('\u0004')
    expect(await unanswered.ended).toBe(0)
    const answered = openTerminal(box, ['list'])
    await answered.see(notice)
    answered.type('what\n')
    await answered.see(notice)
    answered.type('v\n')
    const shown = await answered.see(notice)
    expect(shown).toContain('guard.sh')
    const page = shown.match(/http:\/\/127\.0\.0\.1:\d+\/hooks#token=\S+/)?.[0] ?? ''
    expect((await fetch(page)).status).toBe(200)
    answered.type('C\n')
    expect(await answered.ended).toBe(0)
    const after = openTerminal(box, ['list'])
    expect(await after.ended).toBe(0)
    expect(after.shown()).not.toContain('admin-enabled')
  },
  120_000,
)

test.skipIf(skips)(
  'logging out at the notice removes the hooks, and the server knows',
  async () => {
    const { box, admin } = await member()
    expect(installed(box)).toHaveLength(1)
    const terminal = openTerminal(box, ['list'])
    await terminal.see(notice)
    terminal.type('l\n')
    await terminal.see('its hooks are removed')
    expect(await terminal.ended).toBe(0)
    expect(installed(box)).toEqual([])
    expect((await admin('ListDevices')).devices).toMatchObject([{ revoked: true }])
  },
  120_000,
)

test('an agent’s event after half an hour starts a sync that it does not wait for', async () => {
  const { box, admin, teamId } = await member()
  const scriptContent = `#!/bin/sh\necho '{"permission":"deny","user_message":"Newer."}'\n`
  await admin('SaveHook', {
    draft: { hookStep: 'beforeShellExecution', scriptName: 'newer.sh', scriptContent },
  })
  await admin('Publish')
  const payload = JSON.stringify({ hook_event_name: 'beforeShellExecution', command: 'ls', cwd: box.root })
  const run = () => box.hookline(['run', '--host', 'cursor'], { stdin: payload })
  const managed = () => readFileSync(join(box.home, `.cursor/managed/team_${teamId}/hooks/hooks.json`), 'utf8')
  run()
  await new Promise((resolve) => setTimeout(resolve, 1500))
  expect(managed()).not.toContain('newer.sh')
  const old = Date.now() / 1000 - 1900
  utimesSync(join(box.home, `state/hookline/team/${teamId}/status.json`), old, old)
  run()
  await expect.poll(managed, { timeout: 30_000 }).toContain('newer.sh')
  expect(run().stdout).toContain('Newer.')
}, 120_000)
