/**
 * A team from its server to a denied command: `hookline serve` on PostgreSQL, packs for everyone, two enrolled machines with the
 * real agent, a bad hook that its ring stops, and a pause of all hooks while the agent of the second machine works. Prints how
 * long each step took.
 */
import { spawn } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { expect, onTestFinished, vi } from 'vitest'
import { runProgram } from '../../headless/run-program.ts'
import { personAt } from '../../testing/team.ts'
import { createTrialSandbox, type TrialSandbox } from '../sandbox.ts'
import { eachVersion, fullOnly } from '../subjects.ts'
import { runAgent, type Subject } from '../trial.ts'
import { claudeCode } from './agent.ts'

vi.setConfig({ testTimeout: 600_000 })

interface Postgres {
  database(): Promise<string>
  stop(): Promise<void>
}
/** The package does not export its test helpers, so they are imported from its build. */
const helpers = new URL('../../../../team/dist/testing/postgres.js', import.meta.url).href
const { startPostgres, postgresPrograms } = (await import(helpers)) as {
  startPostgres(): Promise<Postgres>
  postgresPrograms(): string | undefined
}

const { shell } = claudeCode.tools
const forcePush = 'git push --force origin main'
const pauses = 3
const password = 'correct horse battery staple'

/** Starts the server, and returns the link of the owner. */
async function startServer(database: string): Promise<string> {
  const { bin, root, env } = createTrialSandbox()
  const args = ['serve', '--json', '--port', '0', '--data', join(root, 'data'), '--database', database]
  const child = spawn(join(bin, 'hookline'), args, { cwd: root, env, stdio: ['ignore', 'pipe', 'inherit'] })
  const ended = new Promise((resolve) => child.once('exit', resolve))
  onTestFinished(async () => {
    child.kill('SIGTERM')
    await ended
  })
  let printed = ''
  for await (const chunk of child.stdout) {
    printed += String(chunk)
    // True: `serve --json` is our own command, and this is its output.
    if (printed.endsWith('}\n')) return (JSON.parse(printed) as { readonly owner_link: string }).owner_link
  }
  throw new Error('hookline serve printed no link')
}

async function createOwner(link: string): Promise<TrialSandbox> {
  const owner = createTrialSandbox()
  const account = ['--email', 'owner@example.com', '--team-name', 'Platform', '--password-stdin']
  const { code, stderr } = await runProgram(join(owner.bin, 'hookline'), ['team', 'keygen', link, ...account], {
    ...{ cwd: owner.root, env: owner.env, limitMs: 60_000, stdin: `${password}\n` },
  })
  if (code !== 0) throw new Error(`hookline team keygen: ${stderr}`)
  return owner
}

/** Publishes packs, and returns the arguments of the command that enrols a machine. */
async function publishPacks(owner: TrialSandbox): Promise<readonly string[]> {
  mkdirSync(join(owner.root, 'hooks'))
  const packs = { 'shell-guard': {}, 'protect-files': {} }
  writeFileSync(join(owner.root, 'hooks/hookline.json'), JSON.stringify({ version: 1, packs }))
  const published = ['team', 'publish', 'hooks', '--yes', '--code', '--uses', '2', '--json']
  const { command } = JSON.parse((await owner.hookline(published)).stdout) as { readonly command: string }
  return command.split(' ').slice(1)
}

async function enrolMachine(enrol: readonly string[], name: string): Promise<TrialSandbox> {
  const machine = createTrialSandbox()
  machine.writeHome(claudeCode.inUse)
  await machine.hookline([...enrol, '--name', name, '--yes', '--json'])
  return machine
}

/** Chooses a machine as the canary, as an owner does it in the dashboard. */
async function chooseCanary(url: string, name: string): Promise<void> {
  const owner = personAt(url)
  const signedIn = await owner.call('AccountService/SignIn', { email: 'owner@example.com', password })
  const { teamId } = signedIn.body.me.teams[0]
  const listed = await owner.call('AdminService/ListDevices', { teamId, search: name })
  const chosen = { teamId, deviceId: listed.body.devices[0].id, isCanary: true }
  expect((await owner.call('AdminService/SetCanary', chosen)).status).toBe(200)
}

/** Publishes a hook that always fails to the canary, lets the agent meet it there, and waits until the server has stopped it. */
async function stopBadHook(subject: Subject, owner: TrialSandbox, canary: TrialSandbox, other: TrialSandbox) {
  const hooks = { beforeShellExecution: [{ command: './bad.sh' }] }
  owner.write({ 'hooks/hooks.json': { version: 1, hooks }, 'hooks/bad.sh': '#!/bin/sh\nexit 3\n' })
  const began = performance.now()
  await owner.hookline(['team', 'publish', 'hooks', '--ring', 'canary', '--yes'])
  const listHooks = async (machine: TrialSandbox) => {
    await machine.hookline(['team', 'sync'])
    return (await machine.hookline(['team', 'hooks', '--json'])).stdout
  }
  expect([(await listHooks(canary)).includes('bad.sh'), (await listHooks(other)).includes('bad.sh')]).toEqual([
    true,
    false,
  ])
  const turns = ['one', 'two', 'three', 'four'].map((name) => shell(`touch ${name}`))
  await runAgent(subject, { turns }, around(canary))
  // The decisions go to the server with the next sync, which an agent starts every 30 minutes.
  await canary.hookline(['team', 'sync'])
  const reported = performance.now()
  const readRollout = async () => (await owner.hookline(['team', 'rollout', 'status', '--json'], [0, 1])).stdout
  await expect.poll(async () => JSON.parse(await readRollout()).rollout.state, { timeout: 60_000 }).toBe('stopped')
  const stopped = performance.now()
  expect((await listHooks(canary)).includes('bad.sh')).toBe(false)
  return `${seconds(stopped - began)} after the command began, ${seconds(stopped - reported)} after the report`
}

const around = ({ home, env, root }: TrialSandbox) => ({ home, env, cwd: root })

/** Lets the agent try the same command again and again until it runs, and returns how long that took from the start of the command, and the command itself. */
async function timePause(subject: Subject, owner: TrialSandbox, machine: TrialSandbox, name: string): Promise<string> {
  const ran = join(machine.root, name)
  const turns = Array.from({ length: 500 }, () => shell(`${forcePush}; date +%s%3N >> ${name}`))
  const session = runAgent(subject, { turns }, around(machine), { limitMs: 120_000 })
  await expect.poll(() => machine.readLog(), { timeout: 60_000 }).toContain(name)
  // The pause comes at any time between two polls of the machine.
  await wait(2000 + Math.random() * 8000)
  expect(existsSync(ran)).toBe(false)
  const since = Date.now()
  await owner.hookline(['team', 'pause', 'all', '--for', '10m', '--reason', `trial ${name}`, '--yes'])
  const signedAt = Date.now()
  await expect.poll(() => existsSync(ran), { timeout: 60_000, interval: 50 }).toBe(true)
  turns.length = 0
  const { results } = await session
  expect(results[0]).toMatchObject({ isError: true, text: expect.stringContaining('force') })
  await owner.hookline(['team', 'resume'])
  await machine.hookline(['team', 'sync'])
  const obeyedAt = Number(readFileSync(ran, 'utf8').split('\n')[0])
  rmSync(ran)
  return `${seconds(obeyedAt - since)} (the command ${seconds(signedAt - since)})`
}

const seconds = (ms: number): string => `${(ms / 1000).toFixed(1)} s`

eachVersion({ ...claudeCode, versions: claudeCode.versions.slice(0, 1) }, 'A team', (subject) => {
  fullOnly(
    'serve on PostgreSQL, publish packs, enrol, deny, stop a bad hook in its ring, and pause all hooks',
    async ({ skip }) => {
      if (postgresPrograms() === undefined) return skip('PostgreSQL is not installed')
      const postgres = await startPostgres()
      onTestFinished(() => postgres.stop())
      const database = await postgres.database()

      const began = performance.now()
      const times: string[] = []
      const mark = (what: string) => times.push(`${what} ${seconds(performance.now() - began)}`)
      const link = await startServer(database)
      const owner = await createOwner(link)
      mark('the owner has keys after')
      const enrol = await publishPacks(owner)
      mark('packs are published after')
      const [first, second] = [await enrolMachine(enrol, 'first'), await enrolMachine(enrol, 'second')]
      mark('two machines are enrolled after')
      const turns = [shell(forcePush), shell('touch allowed')]
      const { results } = await runAgent(subject, { turns }, around(first))
      mark(`Claude Code ${subject.version} is denied after`)
      console.log(`From serve on PostgreSQL: ${times.join(', ')}`)
      expect(results[0]).toMatchObject({ isError: true, text: expect.stringContaining('force') })
      expect(first.exists('allowed')).toBe(true)

      await chooseCanary(new URL(link).origin, 'first')
      console.log(`The ring stopped a hook that fails ${await stopBadHook(subject, owner, first, second)}`)

      const obeyed: string[] = []
      for (let trial = 1; trial <= pauses; trial += 1)
        obeyed.push(await timePause(subject, owner, second, `paused-${trial}`))
      console.log(`Until the second machine obeys a pause of all hooks: ${obeyed.join(', ')}. The goal is 10 s.`)
    },
  )
})
