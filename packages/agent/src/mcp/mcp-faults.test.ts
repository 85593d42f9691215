import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { createWorkspace, type TestWorkspace } from '../testing/workspace.ts'

/** A server that answers by hand, frame by frame. It ends with its input, as servers do, and writes down its process id. */
const server = `
const { appendFileSync, writeFileSync } = require('node:fs')
writeFileSync(process.argv[2] + '/pid', String(process.pid))
const log = (text) => appendFileSync(process.argv[2] + '/seen', text + '\\n')
const raw = (text) => process.stdout.write(text)
const send = (frame) => raw(JSON.stringify({ jsonrpc: '2.0', ...frame }) + '\\n')
const text = (id, text) => send({ id, result: { content: [{ type: 'text', text }] } })
const tools = {
  echo: (id, { message }) => text(id, message),
  garbage: (id) => {
    raw('a log line on stdout\\n{"half": \\n[]\\nnull\\n\\u0000\\n' + '['.repeat(5000) + '\\n')
    send({ id: 'never-asked', result: { content: [] } })
    send({ id, method: 'tools/call', params: {} })
    send({ method: 'notifications/unknown', params: { __proto__: null } })
    text(id, 'after garbage')
  },
  large: (id) => text(id, 'x'.repeat(10_000_000)),
  twice: (id) => {
    text(id, 'first')
    text(id, 'second')
  },
  wrong: (id) => send({ id, result: { content: 'not a list' } }),
  pieces: async (id) => {
    const frame = JSON.stringify({ jsonrpc: '2.0', id, result: { content: [{ type: 'text', text: 'whole' }] } }) + '\\n'
    for (const char of frame) {
      raw(char)
      await new Promise((next) => setImmediate(next))
    }
  },
  hang: () => log('hanging'),
  crash: () => process.exit(1),
}
let rest = ''
process.stdin.on('end', () => process.exit(0)).on('data', (chunk) => {
  const lines = (rest + chunk).split('\\n')
  rest = lines.pop()
  for (const line of lines) answer(JSON.parse(line))
})
function answer({ id, method, params }) {
  log(method)
  if (method === 'initialize')
    send({ id, result: { protocolVersion: params.protocolVersion, capabilities: { tools: {} }, serverInfo: { name: 'f', version: '1' } } })
  else if (method === 'tools/list')
    send({ id, result: { tools: Object.keys(tools).map((name) => ({ name, inputSchema: { type: 'object' } })) } })
  else if (method === 'tools/call') tools[params.name](id, params.arguments)
}
`

function prepare(calls: readonly object[]): { readonly workspace: TestWorkspace; readonly args: readonly string[] } {
  const workspace = createWorkspace()
  const script = workspace.write('~/server.cjs', server)
  const config = workspace.write('~/mcp.json', {
    mcpServers: { f: { command: process.execPath, args: [script, workspace.home] } },
  })
  const turns = workspace.write('~/script.json', {
    turns: [...calls.map((tool) => ({ tools: [tool] })), { text: 'done' }],
  })
  const args = ['agent', 'go', '--json', '--model', `scripted:${turns}`, '--mcp-config', config]
  return { workspace, args }
}
const call = (name: string, input = {}) => ({ name: `f__${name}`, input })

async function resultsOf(calls: readonly object[]): Promise<readonly string[]> {
  const { workspace, args } = prepare(calls)
  const { code, stdout } = await workspace.run(args)
  expect(code).toBe(0)
  const lines = readFileSync(JSON.parse(stdout).transcript_path, 'utf8').trim().split('\n')
  return lines
    .map((line) => JSON.parse(line))
    .filter((line) => line.role === 'tool')
    .map((line) => line.content.output.value)
}

test('P3, F5: garbage, repeated ids, frames in pieces and wrong results: each call gets its own answer, once', async () => {
  const echo = (message: string) => call('echo', { message })
  const calls = ['garbage', 'twice', 'pieces', 'wrong'].flatMap((name) => [call(name), echo(`after ${name}`)])
  const results = await resultsOf(calls)
  expect([results[0], results[2], results[4]]).toEqual(['after garbage', 'first', 'whole'])
  expect(results.filter((_, at) => at % 2 === 1)).toEqual(
    ['garbage', 'twice', 'pieces', 'wrong'].map((name) => `after ${name}`),
  )
  expect(results[6]).toMatch(/invalid|expected/i)
})

test('P3: a result of 10 MB and a server that ends in the middle do not end the agent', async () => {
  const results = await resultsOf([call('large'), call('crash'), call('echo', { message: 'x' })])
  expect(results[0]?.startsWith('xxx')).toBe(true)
  expect(results.slice(1)).toEqual([expect.stringMatching(/closed/i), expect.stringMatching(/closed|not connected/i)])
})

test.each(['SIGINT', 'SIGKILL'] as const)('P5: with %s to the agent during a call its servers end', async (signal) => {
  const { workspace, args } = prepare([call('hang')])
  const { child, ended } = workspace.start(args)
  await until(() => workspace.has('~/seen') && workspace.read('~/seen').includes('hanging'))
  const pid = Number(workspace.read('~/pid'))
  child.kill(signal)
  await ended
  await until(() => !isAlive(pid))
})

async function until(condition: () => boolean): Promise<void> {
  while (!condition()) await new Promise((resolve) => setTimeout(resolve, 20))
}

function isAlive(pid: number): boolean {
  try {
    // A zombie that its new parent has not reaped yet has ended.
    return !/^State:\s+Z/m.test(readFileSync(`/proc/${pid}/status`, 'utf8'))
  } catch {
    return false
  }
}
