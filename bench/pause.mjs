// Measures the time from `hookline team pause` until a second enrolled machine with an active agent obeys, and the same for `resume`.
// Everything is real: `hookline serve`, the command line of an administrator, and `hookline run` on the machine for each event.
// Options: `--trials n` (10), `--postgres` (a PostgreSQL of its own, as the tests start one), `--json` (only figures).
import { execFile, spawn } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'

const { values } = parseArgs({
  options: { trials: { type: 'string', default: '10' }, postgres: { type: 'boolean' }, json: { type: 'boolean' } },
})
const trials = Number(values.trials)
const cli = fileURLToPath(new URL('../packages/cli/bin/hookline.mjs', import.meta.url))
const scratch = mkdtempSync(join(tmpdir(), 'hookline-pause-'))
const limitMs = 60_000
const wait = (ms) => new Promise((resolve) => setTimeout(resolve, ms))

/** A home directory of its own, so that nothing of this user is read or written. */
function machine(name) {
  const home = join(scratch, name)
  mkdirSync(join(home, 'work'), { recursive: true })
  const kept = Object.entries(process.env).filter(([key]) => !/^(XDG_|HOOKLINE_|CLAUDE|CURSOR)/.test(key))
  return { home, env: { ...Object.fromEntries(kept), HOME: home } }
}

function run({ home, env }, args, input = '') {
  return new Promise((resolve, reject) => {
    const child = execFile(
      process.execPath,
      [cli, ...args],
      { cwd: join(home, 'work'), env },
      (error, stdout, stderr) =>
        error !== null && args[0] !== 'run' ? reject(new Error(`${args.join(' ')}: ${stderr}`)) : resolve(stdout),
    )
    child.stdin.end(input)
  })
}

const event = JSON.stringify({ hook_event_name: 'beforeShellExecution', command: 'git push --force' })
const isDenied = async (one) => JSON.parse(await run(one, ['run', '--host', 'cursor'], event)).permission === 'deny'

async function startServer(database) {
  const { env } = machine('server')
  const args = [
    'serve',
    '--port',
    '0',
    '--data',
    join(scratch, 'data'),
    ...(database === undefined ? [] : ['--database', database]),
  ]
  const child = spawn(process.execPath, [cli, ...args], { env, stdio: ['ignore', 'pipe', 'inherit'] })
  let printed = ''
  for await (const chunk of child.stdout) {
    printed += chunk
    const link = /http:\S+\/accept#\S+/.exec(printed)?.[0]
    if (link !== undefined) return { child, link }
  }
  throw new Error('hookline serve printed no link')
}

/** Fires events as an agent does, one after the other, until the answer is the wanted one. */
async function timeUntil(one, wanted, since) {
  while (performance.now() - since < limitMs) {
    if ((await isDenied(one)) === wanted) return performance.now() - since
    await wait(200)
  }
  throw new Error(`the machine did not obey within ${limitMs} ms`)
}

const postgres =
  values.postgres === true
    ? await (await import('../packages/team/dist/testing/postgres.js')).startPostgres()
    : undefined
const server = await startServer(await postgres?.database())
try {
  const [owner, second] = [machine('owner'), machine('second')]
  await run(
    owner,
    ['team', 'keygen', server.link, '--email', 'owner@example.com', '--team-name', 'Bench', '--password-stdin'],
    'correct horse battery staple\n',
  )
  const hooks = join(scratch, 'hooks')
  mkdirSync(hooks)
  writeFileSync(
    join(hooks, 'hooks.json'),
    JSON.stringify({ version: 1, hooks: { beforeShellExecution: [{ command: './deny.sh' }] } }),
  )
  writeFileSync(join(hooks, 'deny.sh'), '#!/bin/sh\necho \'{"permission":"deny"}\'\n')
  const { command } = JSON.parse(await run(owner, ['team', 'publish', hooks, '--yes', '--code', '--json']))
  await run(second, [...command.split(' ').slice(1), '--json'])
  if (!(await isDenied(second))) throw new Error('the hook of the team does not deny')
  const took = { pause: [], resume: [] }
  const afterSigning = { pause: [], resume: [] }
  for (let trial = 0; trial < trials; trial += 1) {
    for (const [action, args, wanted] of [
      ['pause', ['pause', 'all', '--for', '10m', '--reason', `trial ${trial}`, '--yes'], false],
      ['resume', ['resume'], true],
    ]) {
      // The agent acts at other times than the watcher polls.
      for (const until = performance.now() + 3000 + Math.random() * 8000; performance.now() < until; await wait(700))
        await isDenied(second)
      const since = performance.now()
      await run(owner, ['team', ...args])
      const signed = Math.round(performance.now() - since)
      const ms = Math.round(await timeUntil(second, wanted, since))
      took[action].push(ms)
      afterSigning[action].push(ms - signed)
      if (values.json !== true)
        console.log(`${action} ${trial + 1}: ${ms} ms, ${ms - signed} ms after the command ended`)
    }
  }
  const figures = Object.fromEntries(
    Object.entries(took).map(([action, list]) => [
      action,
      { fromCommand: summarize(list), afterCommand: summarize(afterSigning[action]) },
    ]),
  )
  console.log(
    JSON.stringify(
      { store: postgres === undefined ? 'sqlite' : 'postgres', ...figures },
      null,
      values.json === true ? 0 : 2,
    ),
  )
  process.exitCode = Math.max(...took.pause, ...took.resume) <= 10_000 ? 0 : 1
} finally {
  server.child.kill('SIGTERM')
  await postgres?.stop()
  rmSync(scratch, { recursive: true, force: true })
}

function summarize(list) {
  const sorted = list.toSorted((a, b) => a - b)
  return { trials: list.length, medianMs: sorted[Math.floor(sorted.length / 2)], mostMs: sorted.at(-1), allMs: list }
}
