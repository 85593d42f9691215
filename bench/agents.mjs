// What a guard adds to a tool call of the real agents: no hooks, Hookline as `hookline connect` writes it (the launcher and its daemon,
// shell-guard), and cc-safety-net where it serves the agent. Headless, with a scripted model on loopback, all interleaved. A figure is
// the time between two requests to the model: the agent's own work, the command `true`, and the hooks. Arguments are ids of agents;
// without any, all are measured. `--json` prints only figures.
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

/** Gives the agent one prompt. `onRequest` is called when the agent asks the model for its next step. */
async function prompt(agent, { program, directory }, { home, root, env }, turns, onRequest) {
  const read = (request) => {
    const conversation = agent.readConversation(request)
    if (conversation.tools.length > 0) onRequest(conversation)
    return conversation
  }
  const [model, proxy] = await Promise.all([startScriptedModel(read, { turns }), startRefusingProxy()])
  try {
    const where = { modelUrl: model.server.baseUrl, home, installed: directory, allowed: [], args: [] }
    const start = agent.start('Do what you have to do.', where)
    const script = agent.script === undefined ? [] : [join(directory, agent.script)]
    return await runProgram(program, [...script, ...start.args], {
      cwd: root,
      env: { ...env, ...proxy.env, ...start.env },
      limitMs: 120_000,
    })
  } finally {
    await Promise.all([model.server.close(), proxy.close()])
  }
}

/** The milliseconds between the requests to the model. */
async function measure(agent, installed, trial) {
  const times = []
  // Gemini CLI ends a turn that repeats the same call.
  const turns = [...Array.from({ length: CALLS }, (_, at) => agent.tools.shell(`true ${at}`)), 'finished']
  const { stdout, stderr } = await prompt(agent, installed, trial, turns, () => times.push(performance.now()))
  if (times.length !== CALLS + 1)
    throw new Error(`${agent.name}: ${times.length - 1} of ${CALLS} calls\n${stdout}\n${stderr}`)
  return times.slice(1).map((time, at) => time - times[at])
}

/** Both guards deny this command, which does nothing here: the directory is not a repository. */
const DENIED = 'git push --force'
async function checkGuard(agent, installed, trial, name) {
  let received = ''
  await prompt(agent, installed, trial, [agent.tools.shell(DENIED), 'finished'], ({ results }) => {
    received = results.map(({ text }) => text).join('\n')
  })
  const ran = received.includes('not a git repository')
  if (ran !== (name === 'alone') || received === '')
    throw new Error(`${agent.name}, ${name}: \`${DENIED}\` ${ran ? 'ran' : 'did not run'}: ${received}`)
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
    for (const [name, trial] of Object.entries(contenders)) await checkGuard(agent, installed, trial, name)
    // The first round fills caches.
    for (let round = -1; round < ROUNDS; round++)
      for (const trial of Object.values(contenders)) {
        const gaps = await measure(agent, installed, trial)
        if (round >= 0) trial.gaps.push(...gaps)
      }
  } finally {
    const { XDG_RUNTIME_DIR: _, ...withoutRuntime } = contenders.Hookline.env
    // An agent may not pass the variable on, and the launcher then uses another directory.
    for (const env of [contenders.Hookline.env, withoutRuntime]) spawnSync(hookline.program, ['--stop'], { env })
  }
  const milliseconds = Object.fromEntries(Object.entries(contenders).map(([name, { gaps }]) => [name, median(gaps)]))
  return { name: agent.name, version, load, calls: CALLS * ROUNDS, milliseconds }
}

/** An agent that cannot be measured costs the others nothing. */
async function measureOrExplain(agent) {
  try {
    return await measureAgent(agent)
  } catch (error) {
    console.error(error)
    return { name: agent.name, version: agent.versions[0], missing: 'it could not be measured' }
  }
}

const hookline = installHookline(join(scratch, 'package'), { asPacked: true })
const agents = []
const wanted = process.argv.slice(2).filter((argument) => argument !== '--json')
try {
  for (const agent of realAgents.filter(({ id }) => wanted.length === 0 || wanted.includes(id)))
    agents.push(await measureOrExplain(agent))
} finally {
  rmSync(scratch, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 })
}
if (process.argv.includes('--json')) console.log(JSON.stringify({ agents }))
else
  for (const { name, version, load, calls, milliseconds, missing } of agents) {
    if (missing !== undefined) {
      console.log(`${name} ${version}: not measured: ${missing}`)
      continue
    }
    const { alone, Hookline: ours, 'cc-safety-net': theirs } = milliseconds
    const other =
      theirs === undefined ? 'cc-safety-net does not serve it' : `cc-safety-net +${(theirs - alone).toFixed(1)} ms`
    console.log(
      `${name} ${version}: ${(ours / alone).toFixed(2)} × a call without hooks (${alone.toFixed(1)} ms), Hookline +${(ours - alone).toFixed(1)} ms, ${other}; ${calls} calls each, load ${load.toFixed(1)}`,
    )
  }
