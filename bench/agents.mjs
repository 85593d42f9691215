// What a guard adds to a tool call of the real agents: no hooks, Hookline as `hookline connect` writes it (the launcher and its daemon,
// shell-guard), and cc-safety-net where it serves the agent. Headless, with a scripted model on loopback, all interleaved. A figure is
// the time between two requests to the model: the agent's own work, the command `true`, and the hooks. `--json` prints only figures.
import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { loadavg, tmpdir } from 'node:os'
import { delimiter, dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { startRefusingProxy } from '../packages/cli/dist/tsc/headless/refusing-proxy.js'
import { runProgram } from '../packages/cli/dist/tsc/headless/run-program.js'
import { startScriptedModel } from '../packages/cli/dist/tsc/headless/scripted-model.js'
import { realAgents } from '../packages/cli/dist/tsc/real-agents/agents.js'
import { install } from '../packages/cli/dist/tsc/real-agents/install.js'
import { installHookline } from './install.mjs'
import { median } from './measure.mjs'

const CALLS = 12
const ROUNDS = Number(process.env.BENCH_ROUNDS ?? 5)
const repository = fileURLToPath(new URL('..', import.meta.url))
const scratch = realpathSync(mkdtempSync(join(tmpdir(), 'hl-a-')))
const safetyNet = join(repository, 'node_modules/cc-safety-net/dist')

/** How cc-safety-net 2.4.5 serves an agent, by its id. It does not serve Qwen Code. */
const safetyNetFiles = {
  'claude-code': asHook('--claude-code'),
  codex: asHook('--codex'),
  copilot: asHook('--copilot-cli'),
  'gemini-cli': asHook('--gemini-cli'),
  opencode: () => ({ '.opencode/plugins/safety-net.js': `export * from '${join(safetyNet, 'index.js')}'\n` }),
}

function asHook(flag) {
  return ({ native }) =>
    native.guardShell(`'${process.execPath}' '${join(safetyNet, 'bin/cc-safety-net.js')}' hook ${flag}`, undefined)
}

function writeFiles(directory, files) {
  for (const [path, content] of Object.entries(files)) {
    mkdirSync(dirname(join(directory, path)), { recursive: true })
    writeFileSync(join(directory, path), typeof content === 'string' ? content : JSON.stringify(content))
  }
}

/** A home and a workspace for one agent with one guard. */
function prepare(agent, name, files = {}) {
  const directory = join(scratch, `${agent.id}-${name.replace(/\W+/g, '-')}`)
  const [home, root, run] = ['home', 'work', 'run'].map((part) => join(directory, part))
  for (const path of [home, root, run]) mkdirSync(path, { recursive: true, mode: 0o700 })
  writeFiles(home, { ...agent.homeFiles })
  writeFiles(root, files)
  const env = {
    HOME: home,
    XDG_RUNTIME_DIR: run,
    PATH: [dirname(process.execPath), '/usr/bin', '/bin'].join(delimiter),
    LANG: 'C.UTF-8',
  }
  return { home, root, env, gaps: [] }
}

function prepareHookline(agent) {
  const trial = prepare(agent, 'hookline')
  writeFiles(trial.home, {
    ...agent.inUse,
    ...agent.homeFiles,
    '.config/hookline/hookline.json': { version: 1, packs: { 'shell-guard': {} } },
  })
  const args = [hookline.script, 'connect', agent.connection.replace('connect-', ''), '--yes']
  const { status, stdout, stderr } = spawnSync(process.execPath, args, {
    cwd: trial.root,
    env: trial.env,
    encoding: 'utf8',
  })
  if (status !== 0) throw new Error(`${stdout}${stderr}`)
  return trial
}

/** One prompt with many calls. Returns the milliseconds between the requests to the model. */
async function measure(agent, { program, directory }, { home, root, env }) {
  const times = []
  const read = (request) => {
    const conversation = agent.readConversation(request)
    if (conversation.tools.length > 0) times.push(performance.now())
    return conversation
  }
  const turns = [...Array.from({ length: CALLS }, () => agent.tools.shell('true')), 'finished']
  const [model, proxy] = await Promise.all([startScriptedModel(read, { turns }), startRefusingProxy()])
  try {
    const where = { modelUrl: model.server.baseUrl, home, installed: directory, allowed: [], args: [] }
    const start = agent.start('Do what you have to do.', where)
    const ended = await runProgram(program, start.args, {
      cwd: root,
      env: { ...env, ...proxy.env, ...start.env },
      limitMs: 120_000,
    })
    if (times.length !== CALLS + 1)
      throw new Error(`${agent.name}: ${times.length - 1} of ${CALLS} calls\n${ended.stdout}\n${ended.stderr}`)
    return times.slice(1).map((time, at) => time - times[at])
  } finally {
    await Promise.all([model.server.close(), proxy.close()])
  }
}

async function measureAgent(agent) {
  const version = agent.versions[0]
  const installed = await install(agent, version, (text) => console.error(text))
  if ('missing' in installed) return { name: agent.name, version, missing: installed.missing }
  const contenders = { alone: prepare(agent, 'alone'), Hookline: prepareHookline(agent) }
  const files = safetyNetFiles[agent.id]?.(agent)
  if (files !== undefined) contenders['cc-safety-net'] = prepare(agent, 'safety-net', files)
  const load = loadavg()[0]
  try {
    // The first round starts the daemon and fills caches.
    for (let round = -1; round < ROUNDS; round++)
      for (const trial of Object.values(contenders)) {
        const gaps = await measure(agent, installed, trial)
        if (round >= 0) trial.gaps.push(...gaps)
      }
  } finally {
    spawnSync(hookline.program, ['--stop'], { env: contenders.Hookline.env })
  }
  const milliseconds = Object.fromEntries(Object.entries(contenders).map(([name, { gaps }]) => [name, median(gaps)]))
  return { name: agent.name, version, load, calls: CALLS * ROUNDS, milliseconds }
}

const hookline = installHookline(join(scratch, 'package'))
const agents = []
try {
  for (const agent of realAgents) agents.push(await measureAgent(agent))
} finally {
  rmSync(scratch, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 })
}
if (process.argv.includes('--json')) console.log(JSON.stringify({ agents }))
else
  for (const { name, version, load, calls, milliseconds, missing } of agents) {
    if (missing !== undefined) {
      console.log(`${name} ${version}: not installed: ${missing}`)
      continue
    }
    const { alone, Hookline: ours, 'cc-safety-net': theirs } = milliseconds
    const other =
      theirs === undefined ? 'cc-safety-net does not serve it' : `cc-safety-net +${(theirs - alone).toFixed(1)} ms`
    console.log(
      `${name} ${version}: ${(ours / alone).toFixed(2)} × a call without hooks (${alone.toFixed(1)} ms), Hookline +${(ours - alone).toFixed(1)} ms, ${other}; ${calls} calls each, load ${load.toFixed(1)}`,
    )
  }
