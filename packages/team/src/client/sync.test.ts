import { createPrivateKey, sign } from 'node:crypto'
import { chmodSync, lstatSync, readdirSync, readFileSync, readlinkSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { createHooks } from '@hookline/core/node'
import { expect, test } from 'vitest'
import type { SigningKey } from '../server/signing/tuf.ts'
import { deny, enrolledMachine, newMachine, numberedRelease, readInForce } from '../testing/client.ts'
import { newSigningKey } from '../testing/root.ts'
import { hookWith, type TestServer, testTeam } from '../testing/signer.ts'
import { revocationText, revokedHeader } from '../wire/revocation.ts'
import { answerNotice, pendingNotices } from './device/notice.ts'
import { enroll } from './enroll.ts'
import { leave } from './leave.ts'
import { readInstalledSet, readMachineStatus, readTeamStatus } from './status.ts'
import { syncTeam } from './sync.ts'

const systemHere = { linux: 'Linux', darwin: 'Macintosh', win32: 'Windows' }[process.platform as 'linux']
const otherSystem = systemHere === 'Windows' ? 'Linux' : 'Windows'

const fire = async (home: string) => {
  const hooks = await createHooks({ workspaceRoots: [home], home, watch: false, log: {} })
  try {
    return await hooks.fire('beforeShellExecution', { command: 'ls', cwd: home, sandbox: false })
  } finally {
    await hooks.close()
  }
}

test('an enrolled machine installs the active hooks of its system', async () => {
  const own = hookWith(7, deny('mine'), {
    operating_systems: [systemHere],
    timeout: 9,
    fail_closed: true,
    approvals: true,
    matcher: 'l.',
  })
  const others = [
    hookWith(8, deny('other system'), { operating_systems: [otherSystem] }),
    hookWith(9, deny('off'), { is_active: false }),
    hookWith(10, deny('unknown'), { hook_step: 'beforeTeleport' }),
  ]
  const all = [own, ...others]
  const { home, machine, joined, server, paths } = await enrolledMachine(
    {},
    {
      version: 1,
      hooks: all.map(({ hook }) => hook),
      scripts: Object.assign({}, ...all.map(({ scripts }) => scripts)),
    },
  )
  expect(joined).toMatchObject({
    team: testTeam,
    name: 'Test',
    again: false,
    sync: { state: 'updated', revision: 1, hooks: 1 },
  })
  expect(Object.keys(readInForce(home) ?? {})).toEqual(['guard-7.sh', 'hooks.json'])
  expect(JSON.parse(readInForce(home)?.['hooks.json'] ?? '')).toEqual({
    version: 1,
    hooks: {
      beforeShellExecution: [{ command: './guard-7.sh', matcher: 'l.', timeout: 9, failClosed: true, approvals: true }],
    },
  })
  const directory = join(home, '.cursor/managed', `team_${testTeam}`)
  expect(readlinkSync(join(directory, 'hooks'))).toMatch(/^\.sets\/1-[0-9a-f]{16}$/)
  expect(statSync(join(directory, 'hooks/guard-7.sh')).mode & 0o777).toBe(0o500)
  expect(statSync(paths.device).mode & 0o777).toBe(0o600)
  expect(await fire(home)).toMatchObject({ kind: 'refuse', userMessage: expect.stringContaining('mine') })
  expect(readTeamStatus(machine, testTeam)).toMatchObject({
    set: 'good',
    hooks: 1,
    expired: false,
    problems: [expect.stringContaining('this version does not know its event "beforeTeleport"')],
  })
  expect(readInstalledSet(machine, testTeam)).toMatchObject({
    revision: 1,
    hooks: [{ hookId: 7, event: 'beforeShellExecution' }],
  })
  expect(server.heartbeats.at(-1)).toEqual({ refused: '', revision: 1, candidate: 0, activeHooks: 1 })
})

test('a new revision replaces the set at once, and the old set is removed when no event can still use it', async () => {
  const { server, home, machine, paths } = await enrolledMachine({ keepSetMs: 0 }, numberedRelease(1, 2))
  server.release(numberedRelease(2))
  expect(await syncTeam(machine, testTeam)).toMatchObject({ state: 'updated', revision: 2, hooks: 1 })
  expect(Object.keys(readInForce(home) ?? {})).toEqual(['guard-1.sh', 'hooks.json'])
  expect(await syncTeam(machine, testTeam)).toMatchObject({ state: 'current', revision: 2 })
  expect(readdirSync(paths.sets)).toHaveLength(1)
  expect(readdirSync(join(paths.state, 'manifests'))).toHaveLength(1)
  expect(await fire(home)).toMatchObject({ userMessage: expect.stringContaining('v2') })
})

test('the next sync restores a changed set', async () => {
  const { home, machine, paths } = await enrolledMachine({ keepSetMs: 0 })
  const script = join(paths.link, 'guard-1.sh')
  writeFileSync(join(paths.sets, readdirSync(paths.sets)[0] ?? '', 'guard-1.sh'), deny('evil'), { flag: 'r+' })
  expect(await fire(home)).toMatchObject({ because: { failure: 'integrity' } })
  expect(readTeamStatus(machine, testTeam)).toMatchObject({ set: 'changed' })
  expect(await syncTeam(machine, testTeam)).toMatchObject({ state: 'updated', revision: 1 })
  expect(readFileSync(script, 'utf8')).toBe(deny('v1'))
  expect(await fire(home)).toMatchObject({ userMessage: expect.stringContaining('v1') })
})

test('a script that is no longer executable closes the gate, is reported, and is restored', async () => {
  const { home, machine, paths } = await enrolledMachine({ keepSetMs: 0 })
  chmodSync(join(paths.link, 'guard-1.sh'), 0o400)
  expect(await fire(home)).toMatchObject({ kind: 'refuse', because: { failure: 'integrity' } })
  expect(readTeamStatus(machine, testTeam)).toMatchObject({
    set: 'changed',
    setMessage: expect.stringContaining('is not executable'),
  })
  expect(await syncTeam(machine, testTeam)).toMatchObject({ state: 'updated', revision: 1 })
  expect(await fire(home)).toMatchObject({ userMessage: expect.stringContaining('v1') })
})

test.each([
  ['a separator', '../evil.sh'],
  ['two dots', '..evil'],
  ['a control character', 'a\u0007.sh'],
  ["the name of Hookline's own file", 'Hooks.json'],
  ['a hidden name', '.bashrc'],
])('a script name with %s makes the machine refuse the whole set', async (_, script_name) => {
  const { server, home, machine } = await enrolledMachine()
  const bad = hookWith(2, deny('evil'), { script_name })
  const good = hookWith(3, deny('good'))
  server.release({ version: 2, hooks: [good.hook, bad.hook], scripts: { ...good.scripts, ...bad.scripts } })
  const before = readInForce(home)
  expect(await syncTeam(machine, testTeam)).toMatchObject({ state: 'kept', revision: 1, failure: { kind: 'refused' } })
  expect(readInForce(home)).toEqual(before)
  expect(server.heartbeats.at(-1)?.refused).toContain('script name')
  expect(readTeamStatus(machine, testTeam).failure).toMatchObject({ kind: 'refused' })
  server.release(numberedRelease(3))
  expect(await syncTeam(machine, testTeam)).toMatchObject({ state: 'updated', revision: 3 })
  expect(readTeamStatus(machine, testTeam).failure).toBeUndefined()
})

test('script names are quoted for the shell, and two scripts with the same name are both installed', async () => {
  const odd = hookWith(1, deny('odd'), { script_name: "it's $(touch PWNED); x.sh" })
  const [one, two] = [
    hookWith(2, deny('two'), { script_name: 'a.sh' }),
    hookWith(3, deny('three'), { script_name: 'A.sh' }),
  ]
  const all = [odd, one, two]
  const { home } = await enrolledMachine(
    {},
    {
      version: 1,
      hooks: all.map(({ hook }) => hook),
      scripts: Object.assign({}, ...all.map(({ scripts }) => scripts)),
    },
  )
  expect(Object.keys(readInForce(home) ?? {})).toEqual(['3-A.sh', 'a.sh', 'hooks.json', "it's $(touch PWNED); x.sh"])
  const effect = await fire(home)
  expect(effect.runs.map(({ outcome }) => outcome.kind)).toEqual(['replied', 'replied', 'replied'])
  expect(JSON.stringify(readInForce(home))).not.toContain('"PWNED"')
})

test('logout removes the hooks and keeps an event in the audit log', async () => {
  const { home, machine, paths } = await enrolledMachine()
  expect(await leave(machine, testTeam)).toEqual({ team: testTeam, name: 'Test' })
  expect(readInForce(home)).toBeUndefined()
  for (const path of [paths.directory, paths.state]) expect(lstatSync(path, { throwIfNoEntry: false })).toBeUndefined()
  expect(await fire(home)).toMatchObject({ kind: 'proceed', because: { rule: 'nobody' } })
  expect(readMachineStatus(machine)).toMatchObject({ teams: [], gone: [{ team: testTeam, what: 'left' }] })
})

const signRevocation = (key: SigningKey, device = 'd') => {
  const [at, secret] = [Date.now(), createPrivateKey({ key: Buffer.from(key.secret), format: 'der', type: 'pkcs8' })]
  const signature = sign(null, Buffer.from(revocationText(testTeam, device, at)), secret).toString('base64url')
  return { [revokedHeader]: `${at}.${signature}` }
}
const revokedResponse = {
  status: 403,
  body: '{"code":"permission_denied","message":"this machine was revoked, or has left the team"}',
  type: 'application/json',
}

test('a signed revocation removes the hooks, and an unsigned response does not', async () => {
  const { server, home, machine } = await enrolledMachine()
  for (const refuse of [
    { status: 403, body: '<h1>revoked</h1>', type: 'text/html' },
    {
      status: 401,
      body: '{"code":"unauthenticated","message":"this machine is not enrolled here"}',
      type: 'application/json',
    },
    { status: 302, body: '', type: 'text/html' },
    { status: 503, body: '{"code":"unavailable","message":"the database is unavailable"}', type: 'application/json' },
    revokedResponse,
    { ...revokedResponse, body: '{"code":"permission_denied","message":"your certificate was revoked by the proxy"}' },
    { ...revokedResponse, status: 511, headers: signRevocation(server.online.timestamp) },
  ]) {
    server.refuse = refuse
    expect(await syncTeam(machine, testTeam)).toMatchObject({ state: 'kept', revision: 1 })
    expect(readInForce(home)).toBeDefined()
  }
  server.refuse = { ...revokedResponse, headers: signRevocation(server.online.timestamp) }
  expect(await syncTeam(machine, testTeam)).toMatchObject({ state: 'removed', failure: { kind: 'revoked' } })
  expect(readInForce(home)).toBeUndefined()
  expect(readMachineStatus(machine)).toMatchObject({ teams: [], gone: [{ team: testTeam, what: 'revoked' }] })
})

test.each([
  ['with an empty signature', () => ({ [revokedHeader]: `${Date.now()}.` })],
  ['with an unknown key', () => signRevocation(newSigningKey())],
  ['with another key of the team', (server: TestServer) => signRevocation(server.online.targets)],
  ['for another machine', (server: TestServer) => signRevocation(server.online.timestamp, 'other')],
])('a revocation signed %s leaves the hooks, and the status shows it', async (_, headersOf) => {
  const { server, home, machine } = await enrolledMachine()
  server.refuse = { ...revokedResponse, headers: headersOf(server) }
  expect(await syncTeam(machine, testTeam)).toMatchObject({ state: 'kept', failure: { kind: 'denied' } })
  expect(readInForce(home)).toBeDefined()
  expect(readTeamStatus(machine, testTeam).failure?.message).toMatch(/revoked.*did not sign.*hookline team logout/)
})

test('the set stays while the server is unreachable, and the status shows the last sync', async () => {
  const { server, home, machine } = await enrolledMachine()
  await server.close()
  expect(await syncTeam(machine, testTeam)).toMatchObject({ state: 'kept', failure: { kind: 'unreachable' } })
  expect(await fire(home)).toMatchObject({ kind: 'refuse', userMessage: expect.stringContaining('v1') })
  const status = readTeamStatus(machine, testTeam)
  expect(status.failure).toMatchObject({ kind: 'unreachable' })
  expect(Date.parse(status.lastTryAt ?? '')).toBeGreaterThanOrEqual(Date.parse(status.lastSyncAt ?? ''))
})

test('a code for another root key is refused, and nothing is saved', async () => {
  const { server } = await enrolledMachine()
  const { home, machine } = newMachine()
  const code = server.code.replace(/\.[0-9a-f]{16}$/, '.0123456789abcdef')
  await expect(enroll(machine, { url: server.url, code })).rejects.toMatchObject({ kind: 'refused' })
  await expect(enroll(machine, { url: server.url, code: 'nonsense' })).rejects.toMatchObject({ kind: 'local' })
  await expect(enroll(machine, { url: 'http://hooks.example.com', code })).rejects.toThrow(/does not use TLS/)
  expect(readMachineStatus(machine).teams).toEqual([])
  expect(readInForce(home)).toBeUndefined()
})

test('the notice about the first hooks is pending until the user answers it', async () => {
  const { machine, server } = await enrolledMachine({}, { version: 1, hooks: [] })
  expect(pendingNotices(machine)).toEqual([])
  server.release(numberedRelease(2))
  await syncTeam(machine, testTeam)
  expect(pendingNotices(machine)).toMatchObject([
    { team: testTeam, name: 'Test', hooks: 1, text: expect.stringContaining('This team uses admin-enabled hooks') },
  ])
  answerNotice(machine, testTeam)
  server.release(numberedRelease(3))
  await syncTeam(machine, testTeam)
  expect(pendingNotices(machine)).toEqual([])
})

test('hooks.refreshTeam() installs a new revision, and the next event uses it', async () => {
  const { server, home } = await enrolledMachine()
  const hooks = await createHooks({ workspaceRoots: [home], home, watch: false })
  server.release(numberedRelease(2))
  expect(await hooks.refreshTeam()).toEqual([{ team: testTeam, state: 'updated', revision: 2 }])
  const effect = await hooks.fire('beforeShellExecution', { command: 'ls', cwd: home, sandbox: false })
  expect(effect.userMessage).toContain('v2')
  await server.close()
  expect(await hooks.refreshTeam()).toMatchObject([
    { team: testTeam, state: 'kept', message: expect.stringContaining('cannot be reached') },
  ])
  await hooks.close()
})

const rule = { rule: { when: { field: 'command', contains: 'ls' }, verdict: 'deny', user_message: 'by the rule' } }
const item = (id: number, kind: string, script_name: string, config: object, more: object = {}) => ({
  ...{
    id,
    kind,
    script_name,
    config,
    hook_step: 'beforeShellExecution',
    operating_systems: [],
    is_active: true,
    version: 1,
  },
  ...more,
})
const noEvent = { hook_step: '' }

test('installs packs, rules, prompts, modules and settings as a hookline.json, with the scripts', async () => {
  const plain = hookWith(1, deny('script'), { matcher: 'never' })
  const module = hookWith(2, 'export default { event: "beforeShellExecution", run: () => ({}) }')
  const { home, machine, joined } = await enrolledMachine(
    {},
    {
      version: 1,
      schema: 2,
      hooks: [
        plain.hook,
        { ...module.hook, kind: 'module', script_name: 'm.mjs' },
        item(3, 'pack', 'shell-guard', { mode: 'monitor' }, noEvent),
        item(4, 'rule', 'no ls', rule),
        item(5, 'prompt', 'prompt', { prompt: 'Safe?' }, { matcher: 'never' }),
        item(6, 'settings', 'settings', { breakGlass: true, models: { default: 'x/y' } }, noEvent),
      ],
      scripts: { ...plain.scripts, ...module.scripts },
    },
  )
  expect(joined.sync).toMatchObject({ state: 'updated', hooks: 5 })
  expect(Object.keys(readInForce(home) ?? {})).toEqual(['guard-1.sh', 'hookline.json', 'hooks.json', 'm.mjs'])
  expect(await fire(home)).toMatchObject({ kind: 'refuse', userMessage: expect.stringContaining('by the rule') })
  const problems = [expect.stringContaining('a team cannot set `models`')]
  expect(readTeamStatus(machine, testTeam)).toMatchObject({ set: 'good', hooks: 5, problems })
  expect(readInstalledSet(machine, testTeam)).toMatchObject({
    hooks: [
      { pack: 'shell-guard', entry: { mode: 'monitor' }, hookId: 3 },
      { event: 'beforeShellExecution', entry: { command: './guard-1.sh' }, hookId: 1 },
      { entry: { type: 'module', module: './m.mjs' }, hookId: 2 },
      { entry: { type: 'rule', name: 'no ls' }, hookId: 4 },
      { entry: { type: 'prompt' }, hookId: 5 },
    ],
    settings: { breakGlass: true },
  })
})

test.each<[string, object, RegExp]>([
  ['a kind that this version does not know', item(2, 'wizard', 'x', {}), /"kind" of hook 2/],
  ['a kind in a list of schema 1', item(2, 'rule', 'x', rule, { schema: 1 }), /schema is 1/],
  ['a command hidden in the configuration', item(2, 'rule', 'x', { ...rule, command: 'rm' }), /"command" has a field/],
  ['hooks hidden in the settings', item(2, 'settings', 'settings', { hooks: {} }, noEvent), /"hooks" is not a setting/],
  ['a pack that this version does not know', item(2, 'pack', 'shell-gard', {}, noEvent), /no pack "shell-gard"/],
  [
    'a parameter that this version does not know',
    item(2, 'pack', 'shell-guard', { x: 1 }, noEvent),
    /no parameter `x`/,
  ],
  [
    'a pack with a file',
    item(2, 'pack', 'shell-guard', {}, { ...noEvent, target: `scripts/${'0'.repeat(64)}` }),
    /"target"/,
  ],
  ['a name with a hidden character', item(2, 'rule', 'a\u202eb', rule), /invisible/],
])('refuses the whole set because of %s', async (_, hook, message) => {
  const { home, machine, server } = await enrolledMachine()
  const { hook: first, scripts } = hookWith(1, deny('v2'))
  const { schema = 2, ...rest } = hook as { readonly schema?: number }
  server.release({ version: 2, schema, hooks: [first, rest], scripts })
  expect(await syncTeam(machine, testTeam)).toMatchObject({
    state: 'kept',
    revision: 1,
    failure: { kind: 'refused', message: expect.stringMatching(message) },
  })
  expect(await fire(home)).toMatchObject({ userMessage: expect.stringContaining('v1') })
})
