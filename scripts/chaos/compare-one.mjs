// Fires a few events at one fault, through our engine or through Gemini CLI's runner, and prints the answer, the time and the memory.
import { chmodSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { createHooks } from '@hookline/core/node'
import { faults } from './faults.mjs'

const EVENTS = 3
const [runner, at, directory, core] = process.argv.slice(2)
const fault = faults[Number(at)]
/** Floods end by it too, where nothing else ends them. */
const timeoutMs = fault.outcome === 'timeout' ? 1000 : 3000
const command = join(directory, 'hook.sh')
// Both languages have the same verdicts, by another name.
const inDialect = (script) => (runner === 'gemini' ? script.replaceAll('"permission"', '"decision"') : script)
if (fault.script !== undefined) {
  writeFileSync(command, inDialect(fault.script))
  chmodSync(command, fault.mode ?? 0o755)
}

async function hookline() {
  mkdirSync(join(directory, '.hookline'), { recursive: true })
  const hooks = { beforeShellExecution: [{ command, timeout: timeoutMs / 1000 }] }
  writeFileSync(join(directory, '.hookline/hookline.json'), JSON.stringify({ version: 1, hooks }))
  const engine = await createHooks({ workspaceRoots: [directory], home: directory, trust: 'all', watch: false })
  return async () => {
    const { kind } = await engine.fire('beforeShellExecution', { command: 'ls', cwd: directory, sandbox: false })
    return kind === 'proceed' ? 'allowed' : 'refused'
  }
}

async function gemini() {
  console.debug = () => {}
  console.warn = () => {}
  const load = (file) => import(pathToFileURL(join(core, 'dist/src/hooks', file)).href)
  const [{ HookRunner }, { HookAggregator }, { HookEventName, HookType }] = await Promise.all(
    ['hookRunner.js', 'hookAggregator.js', 'types.js'].map(load),
  )
  const config = { isTrustedFolder: () => true, sanitizationConfig: {}, storage: { getPlansDir: () => directory } }
  const hookRunner = new HookRunner(config)
  const hook = { type: HookType.Command, command, timeout: timeoutMs }
  const event = {
    ...{ session_id: 's', transcript_path: '', cwd: directory, hook_event_name: 'BeforeTool', timestamp: '' },
    ...{ tool_name: 'run_shell_command', tool_input: { command: 'ls' } },
  }
  return async () => {
    const result = await hookRunner.executeHook(hook, HookEventName.BeforeTool, event)
    const { finalOutput } = new HookAggregator().aggregateResults([result], HookEventName.BeforeTool)
    if (finalOutput?.isBlockingDecision() || finalOutput?.shouldStopExecution()) return 'refused'
    return finalOutput?.isAskDecision?.() ? 'asked' : 'allowed'
  }
}

const fire = await (runner === 'gemini' ? gemini() : hookline())
process.stdout.write('ready\n')
const answers = new Set()
const times = []
let most = 0
const watch = setInterval(() => {
  most = Math.max(most, process.memoryUsage.rss())
}, 20)
globalThis.gc?.()
const before = process.memoryUsage.rss()
for (let event = 0; event < EVENTS; event++) {
  const began = performance.now()
  answers.add(await fire())
  times.push(performance.now() - began)
  most = Math.max(most, process.memoryUsage.rss())
}
clearInterval(watch)
const ms = times.toSorted((a, b) => a - b)[Math.floor(EVENTS / 2)]
process.stdout.write(
  JSON.stringify({ answer: [...answers].join(' or '), ms, memoryMb: Math.max(0, most - before) / 2 ** 20 }),
  () => process.exit(0),
)
