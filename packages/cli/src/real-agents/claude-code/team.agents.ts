/**
 * A team from its server to a denied command: `hookline serve` on PostgreSQL, packs for everyone, two enrolled machines with the
 * real agent, and a pause of all hooks while the agent of the second machine works. Prints how long each step took.
 */
import { spawn } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { expect, onTestFinished, vi } from 'vitest'
import { runProgram } from '../../headless/run-program.ts'
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
    ...{ cwd: owner.root, env: owner.env, limitMs: 60_000, stdin: 'correct horse battery staple\n' },
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
  fullOnly('serve on PostgreSQL, publish packs, enrol, deny, and pause all hooks', async ({ skip }) => {
    if (postgresPrograms() === undefined) return skip('PostgreSQL is not installed')
    const postgres = await startPostgres()
    onTestFinished(() => postgres.stop())
    const database = await postgres.database()

    const began = performance.now()
    const times: string[] = []
    const mark = (what: string) => times.push(`${what} ${seconds(performance.now() - began)}`)
    const owner = await createOwner(await startServer(database))
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

    const obeyed: string[] = []
    for (let trial = 1; trial <= pauses; trial += 1)
      obeyed.push(await timePause(subject, owner, second, `paused-${trial}`))
    console.log(`Until the second machine obeys a pause of all hooks: ${obeyed.join(', ')}. The goal is 10 s.`)
  })
})
