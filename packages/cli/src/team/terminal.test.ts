/** Team commands at a terminal: the five commands of docs/team.md, the notice, and the sync in the background. */
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
/** The arguments of each command, without the comment. */
const five = (/Five commands[\s\S]*?```sh\n([\s\S]*?)```/.exec(page)?.[1] ?? '')
  .trim()
  .split('\n')
  .map((line) => line.replace(/\s+# .*/, '').match(/(?:'[^']*'|\S)+/g) ?? [])
  .map((words) => words.slice(1).map((word) => word.replaceAll("'", '')))

/** The script in docs/team.md that creates the directory. */
const directory = /```sh\n(mkdir -p team-hooks[\s\S]*?)```/.exec(page)?.[1] ?? ''

/** A machine of the team whose user has not seen the notice yet. */
async function member() {
  const { admin, url, owner, teamId } = await startOwnedTeam(sandbox())
  const scriptContent = `#!/bin/sh\necho '{"permission":"deny","user_message":"Never."}'\n`
  await admin('SaveHook', { draft: { hookStep: 'stop', scriptName: 'guard.sh', scriptContent } })
  await admin('Publish')
  const scratch = sandbox()
  const joined = scratch.hookline(['team', 'enroll', url, await newCode(owner, teamId)])
  expect([joined.code, joined.stderr]).toEqual([0, expect.stringContaining('admin-enabled hooks')])
  return { scratch, admin, teamId }
}
const notice = '[C]ontinue, [V]iew hooks, [L]og out: '
const installed = (scratch: Sandbox): readonly string[] => {
  const managed = join(scratch.home, '.cursor/managed')
  return existsSync(managed) ? readdirSync(managed) : []
}

test.skipIf(skips)(
  'the five commands in docs/team.md end in a denied command',
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
    second.type('short\r')
    await second.see('The password must have at least 12 characters. Try again.')
    await second.see('Password')
    await second.see(': ')
    second.type(`${password}\r`)
    await second.see('Repeat the password: ')
    second.type('another one\r')
    await second.see('do not match')
    await second.see('Password')
    await second.see(': ')
    second.type(`${password}\r`)
    await second.see('Repeat the password: ')
    second.type(`${password}\r`)
    await second.see('Name of the team [Team]: ')
    second.type('Tools\n')
    expect(await second.ended).toBe(0)
    expect(second.shown()).not.toContain(password)
    expect(second.shown()).toContain('Tools (hl_')
    const again = openTerminal(sandbox(), [...keygen.slice(0, -1), link])
    await again.see('this link is not valid: it was used or has expired. Ask for a new one.')
    expect(await again.ended).not.toBe(0)
    expect(again.shown()).not.toContain('E-mail address')

    const third = openTerminal(owner, publish)
    await third.see('[y/N] ')
    third.type('y\n')
    expect(await third.ended).toBe(0)
    const printed = /hookline (team enroll \S+ \S+)/.exec(third.shown())?.[1]?.split(' ') ?? []
    expect(printed.slice(0, 2)).toEqual(enroll.slice(0, 2))
    const fourth = openTerminal(machine, printed)
    await fourth.see('must call Hookline')
    await fourth.see('Write these files? [y/N, d to show the diff] ')
    fourth.type('y\n')
    await fourth.see(notice)
    fourth.type('c\n')
    expect(await fourth.ended).toBe(0)

    const fifth = openTerminal(machine, trigger)
    await fifth.ended
    expect(fifth.shown()).toContain('DENY')
    expect(fifth.shown()).toContain('Never force.')

    const sixth = openTerminal(machine, ['team', 'logout'])
    await sixth.see('Leave Tools and remove its 1 hook from this machine? [y/N] ')
    sixth.type('n\n')
    await sixth.see('Nothing was removed.')
    expect(await sixth.ended).toBe(1)
    expect(fifth.shown()).not.toContain(notice)
  },
  180_000,
)

test.skipIf(skips)('the notice appears at each terminal until the user answers, and can show the hooks', async () => {
  const { scratch } = await member()
  const unanswered = openTerminal(scratch, ['list'])
  await unanswered.see(notice)
  unanswered.type('\u0004')
  expect(await unanswered.ended).toBe(0)
  const answered = openTerminal(scratch, ['list'])
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
  const after = openTerminal(scratch, ['list'])
  expect(await after.ended).toBe(0)
  expect(after.shown()).not.toContain('admin-enabled')
})

test.skipIf(skips)('logging out at the notice removes the hooks and notifies the server', async () => {
  const { scratch, admin } = await member()
  expect(installed(scratch)).toHaveLength(1)
  const terminal = openTerminal(scratch, ['list'])
  await terminal.see(notice)
  terminal.type('l\n')
  await terminal.see('Its hooks are removed')
  expect(await terminal.ended).toBe(0)
  expect(installed(scratch)).toEqual([])
  expect((await admin('ListDevices')).devices).toMatchObject([{ revoked: true }])
})

test('an event after half an hour starts a sync in the background', async () => {
  const { scratch, admin, teamId } = await member()
  const scriptContent = `#!/bin/sh\necho '{"permission":"deny","user_message":"Newer."}'\n`
  await admin('SaveHook', {
    draft: { hookStep: 'beforeShellExecution', scriptName: 'newer.sh', scriptContent },
  })
  await admin('Publish')
  const payload = JSON.stringify({ hook_event_name: 'beforeShellExecution', command: 'ls', cwd: scratch.root })
  const run = () => scratch.hookline(['run', '--host', 'cursor'], { stdin: payload })
  const managed = () => readFileSync(join(scratch.home, `.cursor/managed/team_${teamId}/hooks/hooks.json`), 'utf8')
  run()
  await new Promise((resolve) => setTimeout(resolve, 1500))
  expect(managed()).not.toContain('newer.sh')
  const old = Date.now() / 1000 - 1900
  utimesSync(join(scratch.home, `state/hookline/team/${teamId}/status.json`), old, old)
  run()
  await expect.poll(managed).toContain('newer.sh')
  expect(run().stdout).toContain('Newer.')
})
