import { readFileSync } from 'node:fs'
import { expect, test, vi } from 'vitest'
import { type Place, packageFile, place } from './testing/place.ts'

vi.setConfig({ testTimeout: 120_000 })

const node = process.execPath
const everything = {
  command: node,
  args: [packageFile('@modelcontextprotocol/server-everything/dist/index.js'), 'stdio'],
}
const files = (root: string) => ({
  command: node,
  args: [packageFile('@modelcontextprotocol/server-filesystem/dist/index.js'), root],
})

/** What the model was told of each tool call: from the transcript. */
async function played(at: Place, tools: readonly object[], more: readonly string[] = []) {
  const script = at.write('~/script.json', { turns: [{ tools }, { text: 'done' }] })
  const { code, stdout, stderr } = await at.run(['agent', 'go', '--json', '--model', `scripted:${script}`, ...more])
  const answer = JSON.parse(stdout || '{}')
  const lines = code === 0 ? readFileSync(answer.transcript_path, 'utf8').trim().split('\n') : []
  const results = lines.map((line) => JSON.parse(line)).filter((line) => line.role === 'tool')
  return { code, stderr, answer, results: results.map((line) => line.content.output) }
}

test('tools of two published servers answer, through their gates', async () => {
  const at = place()
  at.write('note.txt', 'a note')
  const config = at.write('~/mcp.json', { mcpServers: { all: everything, files: files(at.root) } })
  at.hooks(at.recorded(['beforeMCPExecution', 'afterMCPExecution']))
  const { results } = await played(
    at,
    [
      { name: 'all__echo', input: { message: 'hi' } },
      { name: 'files__read_text_file', input: { path: `${at.root}/note.txt` } },
    ],
    ['--mcp-config', config],
  )
  expect(results).toEqual([
    { type: 'text', value: 'Echo: hi' },
    { type: 'text', value: 'a note' },
  ])
  expect(at.events().filter((one) => one.hook_event_name === 'beforeMCPExecution')).toMatchObject([
    { tool_name: 'echo', tool_input: '{"message":"hi"}', mcp_server_name: 'all' },
    { tool_name: 'read_text_file', mcp_server_name: 'files' },
  ])
})

test('a refused call does not reach the server, and a replaced output is what the model sees', async () => {
  const at = place()
  const config = at.write('~/mcp.json', { mcpServers: { all: everything, files: files(at.root) } })
  at.hooks({
    beforeMCPExecution: [{ matcher: 'write_file', command: 'echo "not there" >&2; exit 2' }],
    postToolUse: [{ matcher: 'MCP:echo', command: `echo '{"updated_mcp_tool_output":"[masked]"}'` }],
  })
  const { results, answer } = await played(
    at,
    [
      { name: 'files__write_file', input: { path: `${at.root}/made`, content: 'x' } },
      { name: 'all__echo', input: { message: 'hi' } },
    ],
    ['--mcp-config', config],
  )
  expect(at.has('made')).toBe(false)
  expect(results).toEqual([
    {
      type: 'error-text',
      value:
        'The MCP tool call was rejected by a hook: not there. Do not attempt to work around this restriction using alternative methods or commands.',
    },
    { type: 'text', value: '[masked]' },
  ])
  expect(answer.refusals).toEqual([
    {
      what: 'files__write_file',
      code: 'ERROR_HOOKS_BLOCKED',
      message: 'MCP tool execution was blocked by a hook: not there',
    },
  ])
})

test('an error of the server is a failure, and the model reads it', async () => {
  const at = place()
  const config = at.write('~/mcp.json', { mcpServers: { files: files(at.root) } })
  at.hooks(at.recorded(['afterMCPExecution', 'postToolUse', 'postToolUseFailure']))
  const input = { path: `${at.root}/missing` }
  const { results } = await played(at, [{ name: 'files__read_text_file', input }], ['--mcp-config', config])
  expect(results).toMatchObject([{ type: 'error-text', value: expect.stringContaining('ENOENT') }])
  // Nobody waits for the first: the two may be written in either order.
  const events = at.events().toSorted((a, b) => (String(a.hook_event_name) < String(b.hook_event_name) ? -1 : 1))
  expect(events).toMatchObject([
    { hook_event_name: 'afterMCPExecution', result_json: expect.stringContaining('ENOENT') },
    { hook_event_name: 'postToolUseFailure', failure_type: 'error', error_message: expect.stringContaining('ENOENT') },
  ])
})

test("a workspace's own servers start neither untrusted nor unseen", async () => {
  const at = place()
  const touches = at.write('server.sh', `#!/bin/sh\ntouch '${at.root}/started'\n`, 0o755)
  const config = at.write('.cursor/mcp.json', { mcpServers: { own: { command: touches } } })
  at.write('.cursor/hooks.json', { version: 1, hooks: { stop: [{ command: 'true' }] } })
  const untrusted = await played(at, [{ name: 'LS' }])
  expect(untrusted.stderr).toContain(`${config} is not used: the workspace is not trusted (hookline trust add)`)
  await at.run(['trust', 'add', '.', '--yes'])
  const unseen = await played(at, [{ name: 'LS' }])
  expect(unseen.stderr).toContain(`${config} is not used: it is new, or has changed: look at it once at a terminal`)
  expect({ codes: [untrusted.code, unseen.code], started: at.has('started') }).toEqual({
    codes: [0, 0],
    started: false,
  })
  const named = await played(at, [{ name: 'LS' }], ['--mcp-config', config])
  expect(at.has('started')).toBe(true)
  expect(named.stderr).toContain('MCP server own')
  expect(named.code).toBe(0)
})

test('a workspace that is followed starts its servers as they come', async () => {
  const at = place()
  at.write('.cursor/mcp.json', { mcpServers: { all: everything } })
  await at.run(['trust', 'add', '.', '--yes', '--follow'])
  const { results } = await played(at, [{ name: 'all__echo', input: { message: 'hi' } }])
  expect(results).toEqual([{ type: 'text', value: 'Echo: hi' }])
})
