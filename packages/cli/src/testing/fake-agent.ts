/** A small program that plays an agent: it asks its model, and before each command the hooks of its settings. */
import { chmodSync, mkdirSync, writeFileSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import type { Sandbox } from './cli.ts'

type Behaviour =
  | 'obeys'
  /** Asks the hook, and runs the command in any case. */
  | 'ignores the denial'
  | 'never asks'
  /** Runs the command after a hook has crashed. */
  | 'ignores a crash'
  | 'runs nothing'
  /** Also starts a process that leaves its group. */
  | 'hangs'
  | 'crashes'

export interface FakeAgent {
  /** For a command that finds the agent on the PATH. */
  readonly env: Readonly<Record<string, string>>
  /** What the agent saw: its environment and its settings. */
  readonly seen: string
  /** An argument of the process that outlives the agent. */
  readonly mark: string
}

/** Puts a program `name` on the PATH. */
export function fakeAgent(
  { directory, env }: Sandbox,
  behaviour: Behaviour,
  version = '9.9.9',
  name = 'claude',
): FakeAgent {
  const bin = join(directory, 'bin')
  const seen = join(directory, 'seen.json')
  const mark = `3${process.pid}${Math.floor(Math.random() * 1e6)}`
  mkdirSync(bin, { recursive: true })
  writeFileSync(join(bin, name), program(behaviour, version, seen, mark))
  chmodSync(join(bin, name), 0o755)
  return { env: { PATH: `${bin}${delimiter}${env.PATH}`, ANTHROPIC_API_KEY: 'of the person' }, seen, mark }
}

const program = (behaviour: Behaviour, version: string, seen: string, mark: string): string => `#!/usr/bin/env node
const { spawn, spawnSync } = require('node:child_process')
const { existsSync, readFileSync, writeFileSync } = require('node:fs')
if (process.argv[2] === '--version') {
  console.log('${version} (a fake agent)')
  process.exit(0)
}
const behaviour = '${behaviour}'
const [file] = [process.env.HOME, process.cwd()].map((at) => at + '/.claude/settings.json').filter((at) => existsSync(at))
const settings = JSON.parse(readFileSync(file, 'utf8'))
writeFileSync('${seen}', JSON.stringify({ env: process.env, settings, cwd: process.cwd() }))
const hooks = settings.hooks.PreToolUse.flatMap((group) => group.hooks)
const messages = [{ role: 'user', content: 'go' }]

async function ask() {
  const body = JSON.stringify({ model: 'm', messages, tools: [{ name: 'Bash' }] })
  return (await fetch(process.env.ANTHROPIC_BASE_URL + '/v1/messages', { method: 'POST', body })).json()
}
function isDenied(input) {
  const payload = { hook_event_name: 'PreToolUse', session_id: 's', tool_name: 'Bash', tool_input: input, tool_use_id: 't', cwd: process.cwd() }
  return hooks.some(({ command, onFailure }) => {
    const { stdout, status } = spawnSync('sh', ['-c', command], { input: JSON.stringify(payload), encoding: 'utf8' })
    const isBlocked = onFailure === 'block' && status !== 0 && behaviour !== 'ignores a crash'
    return status === 2 || stdout.includes('"permissionDecision":"deny"') || isBlocked
  })
}
function act({ id, input }) {
  const denied = behaviour !== 'never asks' && isDenied(input)
  if (behaviour !== 'runs nothing' && (!denied || behaviour === 'ignores the denial')) spawnSync('sh', ['-c', input.command])
  return { type: 'tool_result', tool_use_id: id, content: denied ? 'denied' : 'ok' }
}
async function main() {
  if (behaviour === 'crashes') {
    console.error('cannot find a login')
    process.exit(3)
  }
  if (behaviour === 'hangs') {
    spawn('sleep', ['${mark}'], { detached: true, stdio: 'inherit' })
    setInterval(() => {}, 1000)
    return
  }
  for (;;) {
    const { content } = await ask()
    messages.push({ role: 'assistant', content })
    const calls = content.filter(({ type }) => type === 'tool_use')
    if (calls.length === 0) return
    messages.push({ role: 'user', content: calls.map(act) })
  }
}
main()
`
