import { execFileSync } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { type Sandbox, sandbox } from '../testing/cli.ts'

const password = 'correct horse battery staple'

/** A real server process; answers the owner's link. */
async function serve(scratch: Sandbox): Promise<{ readonly url: string; readonly link: string }> {
  const child = scratch.start(['serve', '--port', '0', '--json'])
  onTestFinished(() => void child.kill('SIGKILL'))
  const [line] = await once(child.stdout ?? child, 'data')
  const { url, owner_link: link } = JSON.parse(String(line))
  return { url, link }
}

const guard =
  '#!/bin/sh\ngrep -q \'push --force\' && echo \'{"permission":"deny","user_message":"Never force."}\' || echo \'{}\'\n'

function hooksDirectory(scratch: Sandbox, script = guard, more: object = {}): string {
  scratch.write('team/hooks.json', {
    version: 1,
    hooks: { beforeShellExecution: [{ command: './guard.sh', matcher: 'git', ...more }] },
  })
  scratch.script('team/guard.sh', script.replace(/^#!\/bin\/sh\n/, ''))
  return join(scratch.root, 'team')
}

/** Owner and member are two machines: two homes. */
async function team() {
  const [owner, member] = [sandbox(), sandbox()]
  const { url, link } = await serve(owner)
  const made = owner.hookline(
    ['team', 'keygen', link, '--email', 'ada@example.com', '--password-stdin', '--team-name', 'Tools'],
    {
      stdin: `${password}\n`,
    },
  )
  expect([made.code, made.stderr]).toEqual([0, ''])
  return { owner, member, url, made }
}

test('the hooks of a team run in every connected agent, and doctor and init work on such a machine', async () => {
  const { owner, member } = await team()
  const published = owner.hookline(['team', 'publish', hooksDirectory(owner), '--yes', '--code'])
  const command = /hookline (team enroll .*)/.exec(published.stdout)?.[1]?.split(' ') ?? []
  mkdirSync(join(member.home, '.cursor/extensions'), { recursive: true })
  mkdirSync(join(member.home, '.claude/projects'), { recursive: true })
  const joined = member.hookline(command)
  expect(joined.stderr).toContain(
    'Cursor and Claude Code do not call Hookline, so the hooks of the team do not run there',
  )
  expect(JSON.parse(member.hookline(['status', '--json']).stdout)).toMatchObject({ ok: false })
  expect(member.hookline(['connect', '--yes']).code).toBe(0)
  const shell = { conversation_id: 's', command: 'git push --force', cwd: member.root, workspace_roots: [member.root] }
  const events = {
    cursor: { hook_event_name: 'beforeShellExecution', ...shell },
    claude: {
      hook_event_name: 'PreToolUse',
      session_id: 's',
      tool_name: 'Bash',
      tool_input: { command: shell.command },
      cwd: member.root,
    },
  }
  for (const [host, event] of Object.entries(events)) {
    const run = member.hookline(['run', '--host', host, '--installed', '--from', 'user'], {
      stdin: JSON.stringify(event),
    })
    expect(run.stdout).toContain('Never force.')
  }
  expect(JSON.parse(member.hookline(['status', '--json']).stdout)).toMatchObject({ ok: true })
  const proved = member.hookline(['doctor', '--prove'])
  expect(proved.stdout).not.toContain('FAIL')
  expect(proved.code).toBe(0)
  expect(member.hookline(['init', '--yes']).code).toBe(0)
})

test('enroll --yes --json connects the agents, and team status names those that are not connected', async () => {
  const { owner, member } = await team()
  const published = owner.hookline([
    'team',
    'publish',
    hooksDirectory(owner),
    '--yes',
    '--json',
    '--code',
    '--uses',
    '2',
  ])
  const command = JSON.parse(published.stdout).command.split(' ').slice(1)
  mkdirSync(join(member.home, '.claude/projects'), { recursive: true })
  expect(JSON.parse(member.hookline([...command, '--json']).stdout).notConnected).toContain('claude')
  const before = member.hookline(['team', 'status'])
  expect([before.code, before.stdout]).toEqual([
    1,
    expect.stringMatching(/^warn [\s\S]*Claude Code.* not call Hookline/),
  ])
  expect(JSON.parse(member.hookline(['team', 'status', '--json']).stdout).notConnected).toContain('claude')
  const joined = member.hookline([...command, '--yes', '--json'])
  expect(joined.code).toBe(0)
  expect(JSON.parse(joined.stdout)).toMatchObject({ again: true, notConnected: [] })
  expect(member.hookline(['team', 'status'])).toMatchObject({ code: 0, stdout: expect.stringMatching(/^ok /) })
  // Outside of a workspace, only its own settings show that an agent is connected.
  const elsewhere = { cwd: member.directory }
  member.hookline(['connect', 'cursor', '--yes'], elsewhere)
  const { connected } = JSON.parse(member.hookline(['team', 'status', '--json'], elsewhere).stdout)
  expect(connected).toEqual(expect.arrayContaining(['cursor', 'claude']))
})

test('a person can approve what a hook of the team refuses only if the team allows it, and uninstall leaves the team', async () => {
  const { owner, member } = await team()
  const publish = (more: object, ...args: readonly string[]) =>
    owner.hookline(['team', 'publish', hooksDirectory(owner, guard, more), '--yes', ...args])
  const command = /hookline (team enroll .*)/.exec(publish({}, '--code').stdout)?.[1]?.split(' ') ?? []
  member.hookline([...command, '--yes'])
  const refusal = () => {
    const shell = { command: 'git push --force', cwd: member.root, workspace_roots: [member.root] }
    const stdin = JSON.stringify({ hook_event_name: 'beforeShellExecution', conversation_id: 's', ...shell })
    return JSON.parse(member.hookline(['run', '--host', 'cursor'], { stdin }).stdout).user_message as string
  }
  expect(refusal()).toContain('Never force.')
  expect(refusal()).not.toContain('hookline approve')
  // Only this field differs, so it is a change to publish.
  expect(publish({ approvals: true }).stdout).toContain('Published revision')
  expect(member.hookline(['team', 'sync']).code).toBe(0)
  expect(refusal()).toMatch(/Never force\.\n.*hookline approve/)
  const dry = member.hookline(['uninstall', '--dry-run'])
  expect(dry.stdout).toMatch(/ {2}- the team \S+: this machine leaves it/)
  expect(member.hookline(['team', 'status']).code).toBe(0)
  const removed = member.hookline(['uninstall', '--yes', '--json'])
  expect(removed.stderr).toContain('This machine left Tools. Its hooks are removed.')
  expect(JSON.parse(removed.stdout)).toMatchObject({ result: 'removed', teams: [expect.any(String)] })
  expect(member.hookline(['team', 'status']).stderr).toContain('not in a team')
})

test('a team publishes packs, rules and settings, which the person at a machine cannot loosen', async () => {
  const { owner, member } = await team()
  const directory = hooksDirectory(owner)
  const rule = { when: { field: 'command', contains: 'deploy' }, verdict: 'deny', user_message: 'Not from here.' }
  const own = {
    breakGlass: false,
    packs: { 'shell-guard': {} },
    hooks: { beforeShellExecution: [{ type: 'rule', name: 'no-deploy', rule }] },
  }
  owner.write('team/hookline.json', own)
  const published = owner.hookline(['team', 'publish', directory, '--yes', '--code'])
  expect([published.code, published.stderr]).toEqual([0, ''])
  for (const line of ['+ pack shell-guard  add', '+ beforeShellExecution rule no-deploy  add', '+ settings  add'])
    expect(published.stdout).toContain(line)
  const command = /hookline (team enroll .*)/.exec(published.stdout)?.[1]?.split(' ') ?? []
  expect(member.hookline([...command, '--yes']).code).toBe(0)
  const fire = (command: string) =>
    JSON.parse(member.hookline(['trigger', 'beforeShellExecution', '--set', `command=${command}`, '--json']).stdout)
  expect(fire('deploy now')).toMatchObject({ verdict: 'deny' })
  expect(fire('git push --force')).toMatchObject({ verdict: 'deny' })
  expect(fire('rm -rf ~')).toMatchObject({ verdict: 'deny' })
  expect(fire('ls')).toMatchObject({ kind: 'proceed' })
  for (const id of ['shell-guard', 'no-deploy']) expect(member.hookline(['disable', id, '--yes']).code).not.toBe(0)
  expect(fire('rm -rf ~')).toMatchObject({ verdict: 'deny' })
  const listed = member.hookline(['team', 'hooks'])
  expect(listed.stdout).toContain('pack  shell-guard')
  expect(listed.stdout).toContain('setting  breakGlass false')
  expect(member.hookline(['team', 'status']).code).toBe(0)

  owner.write('team/hookline.json', { ...own, models: { default: 'x/y' }, packs: {} })
  const refused = owner.hookline(['team', 'publish', directory, '--yes'])
  expect([refused.code, refused.stdout]).toEqual([expect.any(Number), ''])
  expect(refused.code).not.toBe(0)
  expect(refused.stderr).toMatch(/hookline\.json:\d+:\d+: a team cannot set `models`/)
  owner.write('team/hookline.json', own)
  expect(owner.hookline(['team', 'publish', directory, '--yes']).stdout).toContain('Nothing changed')
})

test('without a terminal five commands lead to a denied command, too', async () => {
  const { owner, member, made } = await team()
  expect(made.stdout).toContain('root 1 is signed')
  const published = owner.hookline(['team', 'publish', hooksDirectory(owner), '--yes', '--code'])
  expect([published.code, published.stderr]).toEqual([0, ''])
  expect(published.stdout).toContain('+ beforeShellExecution guard.sh  add')
  const command = /hookline (team enroll .*)/.exec(published.stdout)?.[1]?.split(' ') ?? []
  const joined = member.hookline(command)
  expect([joined.code, joined.stdout]).toEqual([0, expect.stringContaining('This machine has joined the team Tools.')])
  expect(joined.stderr).toContain('This team uses admin-enabled hooks')
  const fired = member.hookline(['trigger', 'beforeShellExecution', '--set', 'command=git push --force', '--json'])
  expect(JSON.parse(fired.stdout)).toMatchObject({ kind: 'refuse', verdict: 'deny' })
  expect(fired.stdout).toContain('Never force.')
  const harmless = member.hookline(['trigger', 'beforeShellExecution', '--set', 'command=git status', '--json'])
  expect(JSON.parse(harmless.stdout)).toMatchObject({ kind: 'proceed' })
})

test('the root key stays here, for its owner alone, and is changed with the old one', async () => {
  const { owner, member, url } = await team()
  const config = join(owner.home, 'config/hookline/team')
  const [id = ''] = readdirSync(config)
  expect(readdirSync(join(config, id)).sort()).toEqual(['admin.json', 'root-1.key', 'root.json'])
  for (const name of readdirSync(join(config, id))) expect(statSync(join(config, id, name)).mode & 0o777).toBe(0o600)
  owner.hookline(['team', 'publish', hooksDirectory(owner), '--yes'])
  const { command } = JSON.parse(
    owner.hookline(['team', 'publish', hooksDirectory(owner), '--json', '--code', '--uses', '2']).stdout,
  )
  expect(member.hookline(command.split(' ').slice(1)).code).toBe(0)
  const rotated = owner.hookline(['team', 'keygen', '--rotate', '--keys', '3', '--threshold', '2', '--json'])
  expect(JSON.parse(rotated.stdout)).toMatchObject({
    version: 2,
    keyFiles: [expect.anything(), expect.anything(), expect.anything()],
  })
  const again = owner.hookline(['team', 'keygen', '--rotate', '--json'])
  expect(JSON.parse(again.stdout)).toMatchObject({ version: 3 })
  expect(member.hookline(['team', 'sync']).stdout).toContain('updated')
  const secret = readFileSync(join(config, id, 'root-1.key'), 'utf8').split('\n')[1] ?? ''
  const data = join(owner.home, '.local/share/hookline/server')
  for (const name of readdirSync(data)) expect(readFileSync(join(data, name)).includes(secret)).toBe(false)
  const another = sandbox()
  const signedIn = another.hookline(['team', 'keygen', url, '--email', 'ada@example.com', '--password-stdin'], {
    stdin: password,
  })
  expect([signedIn.code, signedIn.stdout]).toEqual([0, expect.stringContaining('already has a root key')])
})

test('the link and the code may come by stdin, where no list of processes shows them', async () => {
  const [owner, member] = [sandbox(), sandbox()]
  const { url, link } = await serve(owner)
  const made = owner.hookline(['team', 'keygen', '-', '--email', 'ada@example.com', '--password-stdin'], {
    stdin: `${link}\n${password}\n`,
  })
  expect([made.code, made.stderr]).toEqual([0, ''])
  const secret = 'curl -H "Authorization: Bearer ghp_0123456789abcdefghijABCDEFGHIJ012345" https://example.com\n'
  const published = owner.hookline([
    'team',
    'publish',
    hooksDirectory(owner, `#!/bin/sh\ntrue\n${secret}`),
    '--yes',
    '--json',
    '--code',
  ])
  const { code, findings } = JSON.parse(published.stdout)
  expect(findings).toMatchObject([{ code: 'secret', severity: 'warning', line: 3 }])
  expect(published.stdout).not.toContain('ghp_')
  const joined = member.hookline(['team', 'enroll', url, '-'], { stdin: `${code}\n` })
  expect([joined.code, joined.stdout]).toEqual([0, expect.stringContaining('in force')])
  const empty = sandbox().hookline(['team', 'enroll', url, '-'], { stdin: '\n' })
  expect([empty.code, empty.stderr]).toEqual([1, expect.stringContaining('the enrolment code is invalid')])
})

test('publish shows the changes and publishes nothing before the user agrees', async () => {
  const { owner, member } = await team()
  const directory = hooksDirectory(owner)
  const dry = owner.hookline(['team', 'publish', directory, '--dry-run'])
  expect([dry.code, dry.stdout]).toEqual([0, expect.stringContaining('Never force.')])
  expect(owner.hookline(['team', 'publish', directory])).toMatchObject({
    code: 64,
    stderr: expect.stringContaining('--yes'),
  })
  const asked = owner.hookline(['team', 'publish', directory, '--json'])
  expect([asked.code, asked.stderr]).toEqual([64, expect.stringContaining('nothing was published: add --yes')])
  expect(JSON.parse(asked.stdout)).toMatchObject({ changes: [{ kind: 'add', active: true }], published: null })
  const first = JSON.parse(owner.hookline(['team', 'publish', directory, '--yes', '--json', '--code']).stdout)
  expect(first).toMatchObject({ changes: [{ kind: 'add' }], published: { hooks: 1 } })
  member.hookline(first.command.split(' ').slice(1))
  expect(owner.hookline(['team', 'publish', directory, '--yes']).stdout).toContain('Nothing changed')
  hooksDirectory(owner, guard.replace('Never force.', 'Really never.'))
  expect(owner.hookline(['team', 'publish', directory, '--yes']).stdout).toMatch(
    /^ +-.*Never force\..*\n +\+.*Really never\./m,
  )
  expect(member.hookline(['team', 'sync']).stdout).toContain('updated')
  expect(member.hookline(['team', 'hooks']).stdout).toContain('beforeShellExecution  ./guard.sh  hook 1, matcher "git"')
  // A hook that is changed and switched off at once: the plan shows both.
  hooksDirectory(owner, guard, { is_active: false })
  expect(owner.hookline(['team', 'publish', directory, '--dry-run']).stdout).toMatch(/^ +\+switched off$/m)
  writeFileSync(join(directory, 'hooks.json'), JSON.stringify({ version: 1, hooks: {} }))
  expect(owner.hookline(['team', 'publish', directory, '--yes']).stdout).toContain(
    '- beforeShellExecution guard.sh  remove',
  )
  expect(member.hookline(['team', 'sync']).stdout).toContain('0 hooks in force')
  expect(
    member.hookline(['trigger', 'beforeShellExecution', '--set', 'command=git push --force', '--json']).stdout,
  ).toContain('"proceed"')
})

test('status reports changed files, and logout removes everything', async () => {
  const { owner, member } = await team()
  const { command } = JSON.parse(
    owner.hookline(['team', 'publish', hooksDirectory(owner), '--yes', '--json', '--code']).stdout,
  )
  expect(member.hookline(['team', 'status'])).toMatchObject({
    code: 1,
    stderr: expect.stringContaining('not in a team'),
  })
  member.hookline([...command.split(' ').slice(1), '--yes'])
  const fine = member.hookline(['team', 'status'])
  expect([fine.code, fine.stdout]).toEqual([0, expect.stringContaining('1 hook in force')])
  expect(fine.stdout).toMatch(/the team's root expires on \d{4}-\d\d-\d\d\n/)
  expect(JSON.parse(member.hookline(['team', 'status', '--json']).stdout)).toMatchObject({
    teams: [{ set: 'good', hooks: 1 }],
    gone: [],
  })
  const managed = join(member.home, '.cursor/managed')
  const [directory = ''] = readdirSync(managed)
  const script = join(managed, directory, 'hooks/guard.sh')
  writeFileSync(script, '#!/bin/sh\necho {}\n', { flag: 'r+' })
  const changed = member.hookline(['trigger', 'beforeShellExecution', '--set', 'command=git status', '--json'])
  expect(JSON.parse(changed.stdout)).toMatchObject({ kind: 'refuse', because: { failure: 'integrity' } })
  expect(member.hookline(['team', 'status'])).toMatchObject({
    code: 1,
    stdout: expect.stringContaining('hookline team sync'),
  })
  const { closedGates } = JSON.parse(member.hookline(['status', '--json']).stdout)
  expect(closedGates).toEqual([
    {
      why: expect.stringContaining('differs from the file that the team signed'),
      next: 'hookline team sync',
      events: expect.arrayContaining(['beforeShellExecution']),
    },
  ])
  const doctor = member.hookline(['doctor']).stdout
  expect(doctor).toMatch(/refuses everything at \d+ gates: .*signed[^→]*→ hookline team sync/)
  expect(doctor).not.toContain('nothing guards here')
  expect(member.hookline(['team', 'sync']).code).toBe(0)
  expect(readFileSync(script, 'utf8').trim()).toBe(guard.trim())
  expect(member.hookline(['team', 'logout'])).toMatchObject({ code: 64, stderr: expect.stringContaining('--yes') })
  expect(member.hookline(['team', 'logout', '--yes'])).toMatchObject({ code: 0, stderr: '' })
  expect(existsSync(join(managed, directory))).toBe(false)
  expect(member.hookline(['team', 'status']).stdout).toContain('this machine left')
})

test.each([
  [['team'], /a command is missing\. Choose one: enroll, sync/],
  [['team', 'enrol'], /there is no command "team enrol"/],
  [['team', 'enroll', 'https://x.example'], /an address and a code are required/],
  [['team', 'keygen'], /the link that `hookline serve` printed/],
  [['team', 'keygen', 'https://x.example', '--keys', '0'], /--keys must be a number/],
  [['team', 'keygen', 'https://x.example'], /no terminal to ask at/],
  [['team', 'publish'], /which directory/],
  [['team', 'publish', 'nowhere'], /is not a directory/],
])('%j exits with 64', (args, why) => {
  const ended = sandbox().hookline(args)
  expect([ended.code, ended.stderr]).toEqual([64, expect.stringMatching(why)])
})

test.each([
  [['team', 'enroll', 'https://127.0.0.1:1', 'nonsense'], /the enrolment code is invalid/],
  [['team', 'enroll', 'https://127.0.0.1:1', 'a.b.c'], /the last one with 16\s+hexadecimal digits/],
  [
    ['team', 'enroll', 'http://127.0.0.1:1', `a.b.${'0'.repeat(16)}`],
    /cannot be reached: (no server listens at this address|bad port)/,
  ],
  [['team', 'enroll', '127.0.0.1:4680', `a.b.${'0'.repeat(16)}`], /Write it like this: http:\/\/127\.0\.0\.1:4680/],
  [['team', 'enroll', 'http://127.0.0.1:4680/x', `a.b.${'0'.repeat(16)}`], /Use http:\/\/127\.0\.0\.1:4680/],
  [['team', 'enroll', 'http://hooks.example.com', `a.b.${'0'.repeat(16)}`], /does not use TLS/],
  [['team', 'sync'], /not in a team/],
  [['team', 'sync', 'x'], /not in a team "x"/],
  [['team', 'hooks'], /not in a team/],
  [['team', 'logout', '--yes'], /not in a team/],
])('%j exits with 1', (args, why) => {
  const ended = sandbox().hookline(args)
  expect([ended.code, ended.stderr]).toEqual([1, expect.stringMatching(why)])
})

test('a quiet sync on a machine without a team has nothing to do, so a timer does not fail', () => {
  const scratch = sandbox()
  const quiet = { code: 0, stdout: '', stderr: '' }
  expect(scratch.hookline(['team', 'sync', '--quiet'])).toMatchObject(quiet)
  const { code, stdout } = scratch.hookline(['team', 'sync', '--quiet', '--json'])
  expect([code, JSON.parse(stdout)]).toEqual([0, { teams: [] }])
  expect(scratch.hookline(['team', 'sync', 'x', '--quiet'])).toMatchObject({ code: 1 })
})

test.each([
  ['no hooks.json', () => {}, /has no hooks\.json and no hookline\.json/],
  [
    'a command that is not a script',
    (scratch: Sandbox) =>
      void scratch.write('team/hooks.json', { version: 1, hooks: { stop: [{ command: 'npm test' }] } }),
    /hooks\.json:\d+:\d+: the command "npm test" is not a script/,
  ],
  [
    'a script outside the directory',
    (scratch: Sandbox) =>
      void scratch.write('team/hooks.json', { version: 1, hooks: { stop: [{ command: '../other.sh' }] } }),
    /is not a script in this directory/,
  ],
  [
    'a FIFO for a hooks.json',
    (scratch: Sandbox) => void execFileSync('mkfifo', [join(scratch.root, 'team/hooks.json')]),
    /hooks\.json: it is (something other than a file|a FIFO)/,
  ],
  [
    'a script that is too long',
    (scratch: Sandbox) => {
      scratch.write('team/hooks.json', { version: 1, hooks: { stop: [{ command: './long.sh' }] } })
      scratch.write('team/long.sh', '#'.repeat(2 ** 20 + 1))
    },
    /long\.sh has 1048577 bytes\. The limit for a script is 1048576/,
  ],
])('publish reports a directory with %s', async (_, make, why) => {
  const scratch = sandbox()
  mkdirSync(join(scratch.root, 'team'))
  scratch.script('other.sh', 'true')
  make(scratch)
  const id = 'hl_abcdefghij234567'
  const config = join(scratch.home, 'config/hookline/team', id)
  mkdirSync(config, { recursive: true })
  writeFileSync(
    join(config, 'admin.json'),
    JSON.stringify({ url: 'http://127.0.0.1:1', teamId: id, teamName: 'x', token: 'x' }),
  )
  const ended = scratch.hookline(['team', 'publish', 'team'])
  expect([ended.code, ended.stderr]).toEqual([1, expect.stringMatching(why)])
})

test('CI publishes with a service token from the environment, without the files of an owner', async () => {
  const { owner, member, url } = await team()
  const made = JSON.parse(owner.hookline(['team', 'token', 'create', 'ci', '--days', '30', '--json']).stdout)
  expect(made).toMatchObject({ name: 'ci', scopes: ['hooks:read', 'hooks:write', 'publish'], url })
  const env = { HOOKLINE_TEAM_URL: url, HOOKLINE_TEAM_TOKEN: made.token }
  const publish = (more: Record<string, string>, ...args: readonly string[]) =>
    member.hookline(['team', 'publish', hooksDirectory(member), '--yes', ...args], { env: { ...env, ...more } })
  expect(publish({})).toMatchObject({ code: 0, stdout: expect.stringContaining('Published revision 2') })
  hooksDirectory(member, guard.replace('Never force.', 'Really never.'))
  const changed = (...args: readonly string[]) =>
    member.hookline(['team', 'publish', join(member.root, 'team'), '--yes', '--code', ...args], { env })
  const published = changed()
  expect(published.stderr).toContain('this action needs the scope devices:enroll')
  expect([published.code, published.stdout]).toEqual([1, expect.stringContaining('Published revision 3')])
  hooksDirectory(member)
  expect(JSON.parse(changed('--json').stdout)).toMatchObject({ published: { revision: 4 }, command: null })
  expect(publish({ HOOKLINE_TEAM_URL: '' }).stderr).toContain('HOOKLINE_TEAM_URL is not. Set it to the address')
  expect(publish({ HOOKLINE_TEAM_URL: 'http://hooks.example.com' })).toMatchObject({ code: 1 })
  expect(publish({}, '--team', 'Other').stderr).toContain('is not for the team "Other"')
  expect(existsSync(join(member.home, '.config/hookline/team'))).toBe(false)
  expect(owner.hookline(['team', 'token', 'list']).stdout).toContain('hooks:read, hooks:write, publish')
  expect(owner.hookline(['team', 'token', 'create', 'x', '--scope', 'root'])).toMatchObject({ code: 64 })
  for (const days of ['0', '367', '999', '1000', '1.5', 'x'])
    expect(owner.hookline(['team', 'token', 'create', 'x', '--days', days])).toMatchObject({
      ...{ code: 64, stderr: expect.stringContaining(`--days must be a number from 1 to 366, got "${days}"`) },
    })
  expect(owner.hookline(['team', 'token', 'revoke', 'ci']).stdout).toBe('Revoked the service token ci.\n')
  expect(publish({}).stderr).toContain('this service token is not valid: it was revoked or has expired')
  expect(owner.hookline(['team', 'token', 'revoke', 'ci'])).toMatchObject({ code: 1 })
})
