import { mkdirSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { sandbox } from '../testing/cli.ts'
import { isAlive } from '../testing/is-alive.ts'
import { joinTeam, startOwnedTeam } from '../testing/team.ts'

/** A machine with Claude Code, enrolled in a team. */
async function joined() {
  const [server, machine] = [sandbox(), sandbox()]
  const team = await startOwnedTeam(server)
  mkdirSync(join(machine.home, '.claude/projects/secret-customer'), { recursive: true })
  await joinTeam(team, machine)
  const run = (command: string, env = {}) =>
    machine.hookline(['run', '--host', 'claude', '--installed', '--from', 'user'], {
      env,
      stdin: JSON.stringify({
        ...{ hook_event_name: 'PreToolUse', session_id: 's', cwd: machine.root },
        ...{ tool_name: 'Bash', tool_input: { command } },
      }),
    })
  const coverage = () => team.admin('GetCoverage')
  return { team, machine, run, coverage }
}

test('a machine reports its agents, and says exactly what it sent', async () => {
  const { team, machine, run, coverage } = await joined()
  expect(await coverage()).toMatchObject({ devices: 1, idle: 1 })
  expect(machine.hookline(['connect', 'claude', '--yes']).code).toBe(0)
  expect(run('git push origin top-secret-branch').stdout).toContain('deny')
  expect(machine.hookline(['team', 'sync']).code).toBe(0)
  expect(await coverage()).toMatchObject({ devices: 1, guarded: 1 })
  const shown = machine.hookline(['team', 'status', '--report'])
  expect(shown.code).toBe(0)
  expect(shown.stdout).toMatch(/claude\n +connection connected\n +lastEvent \w+\n +lastAskedAt \S+\n +lastUsedAt \S+/)
  const { sent } = JSON.parse(machine.hookline(['team', 'status', '--report', '--json']).stdout)
  const [listed] = (await team.admin('ListDevices')).devices
  const { agents } = await team.admin('GetDevice', { deviceId: listed.id })
  for (const reported of sent.report.agents) {
    const stored = agents.find(({ agent }: { agent: string }) => agent === reported.agent)
    expect(stored).toMatchObject({ connection: reported.connection, lastEvent: reported.lastEvent })
  }
  // Only names and times: nothing of the command, the workspace or the projects.
  const text = JSON.stringify(sent)
  for (const secret of ['top-secret', 'secret-customer', machine.root, machine.home, 'PreToolUse', 'push'])
    expect([secret, text.includes(secret)]).toEqual([secret, false])
  expect(machine.hookline(['team', 'status']).stdout).toContain('your agents were reported')
})

test('the watcher that an event starts reports the agents when a sync is due', async () => {
  const { team, machine, run, coverage } = await joined()
  machine.hookline(['connect', 'claude', '--yes'])
  const state = join(machine.env.XDG_STATE_HOME ?? '', 'hookline/team')
  const anHourAgo = new Date(Date.now() - 3_600_000)
  utimesSync(join(state, team.teamId, 'status.json'), anHourAgo, anHourAgo)
  expect(run('ls', { HOOKLINE_TEAM_WATCH: 'on' }).code).toBe(0)
  await expect.poll(coverage, { timeout: 40_000, interval: 500 }).toMatchObject({ guarded: 1 })
  const pid = Number.parseInt(readFileSync(join(state, 'watch.lock'), 'utf8'), 10)
  rmSync(state, { recursive: true, force: true })
  await expect.poll(() => isAlive(pid), { timeout: 20_000 }).toBe(false)
})

test('a canary that cannot be stored does not stop a sync', async () => {
  const { machine } = await joined()
  mkdirSync(join(machine.env.XDG_STATE_HOME ?? '', 'hookline/canary.json/in-the-way'), { recursive: true })
  mkdirSync(join(machine.env.XDG_CONFIG_HOME ?? '', 'hookline'), { recursive: true })
  writeFileSync(join(machine.env.XDG_CONFIG_HOME ?? '', 'hookline/hookline.json'), '{"version":1,"canary":"hourly"}')
  expect(machine.hookline(['team', 'sync', '--quiet'])).toMatchObject({ code: 0, stderr: '' })
})

test('an agent whose connection is removed no longer counts', async () => {
  const { machine, run, coverage } = await joined()
  machine.hookline(['connect', 'claude', '--yes'])
  run('ls')
  machine.hookline(['team', 'sync'])
  expect(await coverage()).toMatchObject({ guarded: 1 })
  expect(machine.hookline(['disconnect', 'claude', '--yes']).code).toBe(0)
  machine.hookline(['team', 'sync'])
  expect(await coverage()).toMatchObject({ idle: 1 })
  machine.hookline(['connect', 'claude', '--yes'])
  machine.hookline(['team', 'sync'])
  expect(await coverage()).toMatchObject({ guarded: 1 })
})

test('a quiet sync runs the canary that the team has asked for, once in its interval, and not in CI', async () => {
  const { team, machine } = await joined()
  machine.hookline(['connect', 'claude', '--yes'])
  const canaryFile = join(machine.home, 'state/hookline/canary.json')
  const readCanary = () => JSON.parse(readFileSync(canaryFile, 'utf8'))
  const sync = (env: Record<string, string> = {}) => machine.hookline(['team', 'sync', '--quiet'], { env })
  sync()
  expect(() => readCanary()).toThrow()
  await team.admin('SaveHook', { draft: { kind: 'settings', scriptName: 'settings', config: '{"canary":"daily"}' } })
  await team.admin('Publish', { note: 'canary' })
  expect(machine.hookline(['team', 'sync']).code).toBe(0)
  expect(() => readCanary()).toThrow()
  sync({ CI: 'true' })
  expect(() => readCanary()).toThrow()
  expect(sync().code).toBe(0)
  const first = readCanary()
  expect(first).toMatchObject({ state: 'proved', proved: ['beforeShellExecution'], failed: [] })
  sync()
  expect(readCanary()).toEqual(first)
  const [listed] = (await team.admin('ListDevices')).devices
  expect((await team.admin('GetDevice', { deviceId: listed.id })).canary).toMatchObject({
    ...{ state: 'proved', proved: ['beforeShellExecution'] },
  })
  mkdirSync(join(machine.home, 'config/hookline'), { recursive: true })
  writeFileSync(join(machine.home, 'config/hookline/hookline.json'), '{"canary":"off"}')
  writeFileSync(canaryFile, JSON.stringify({ ...first, at: '2020-01-01T00:00:00Z' }))
  sync()
  expect(readCanary().at).toBe('2020-01-01T00:00:00Z')
})

test('an owner asks from the terminal which machines are guarded', async () => {
  const { team, machine } = await joined()
  const { token } = await team.admin('CreateServiceToken', { name: 'ci', scopes: ['devices:read'] })
  const env = { HOOKLINE_TEAM_URL: team.url, HOOKLINE_TEAM_TOKEN: token }
  const shown = machine.hookline(['team', 'coverage', '--state', 'idle'], { env })
  expect([shown.code, shown.stdout]).toEqual([1, expect.stringContaining('1  enrolled, but no agent asks')])
  const asJson = machine.hookline(['team', 'coverage', '--state', 'idle', '--json'], { env })
  expect(JSON.parse(asJson.stdout)).toMatchObject({ devices: 1, guarded: 0, idle: 1, machines: [{ state: 'idle' }] })
  const wrong = machine.hookline(['team', 'coverage', '--state', 'fine'], { env })
  expect([wrong.code, wrong.stderr]).toEqual([64, expect.stringContaining('there is no state "fine"')])
})
