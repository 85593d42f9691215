import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { createWorkspace, packageFile, type TestWorkspace } from '../testing/workspace.ts'

const node = process.execPath
const everything = {
  command: node,
  args: [packageFile('@modelcontextprotocol/server-everything/dist/index.js'), 'stdio'],
}
const files = (root: string) => ({
  command: node,
  args: [packageFile('@modelcontextprotocol/server-filesystem/dist/index.js'), root],
})

/** Runs a script with these tool calls. The results are the ones in the transcript. */
async function runToolCalls(workspace: TestWorkspace, tools: readonly object[], more: readonly string[] = []) {
  const script = workspace.write('~/script.json', { turns: [{ tools }, { text: 'done' }] })
  const { code, stdout, stderr } = await workspace.run([
    'agent',
    'go',
    '--json',
    '--model',
    `scripted:${script}`,
    ...more,
  ])
  const output = JSON.parse(stdout || '{}')
  const lines = code === 0 ? readFileSync(output.transcript_path, 'utf8').trim().split('\n') : []
  const results = lines.map((line) => JSON.parse(line)).filter((line) => line.role === 'tool')
  return { code, stderr, output, results: results.map((line) => line.content.output) }
}

test('tools of two published servers run, and the MCP hooks see each call', async () => {
  const workspace = createWorkspace()
  workspace.write('note.txt', 'a note')
  const config = workspace.write('~/mcp.json', { mcpServers: { all: everything, files: files(workspace.root) } })
  workspace.writeHooks(workspace.buildRecordingHooks(['beforeMCPExecution', 'afterMCPExecution']))
  const { results } = await runToolCalls(
    workspace,
    [
      { name: 'all__echo', input: { message: 'hi' } },
      { name: 'files__read_text_file', input: { path: `${workspace.root}/note.txt` } },
    ],
    ['--mcp-config', config],
  )
  expect(results).toEqual([
    { type: 'text', value: 'Echo: hi' },
    { type: 'text', value: 'a note' },
  ])
  expect(workspace.events().filter((event) => event.hook_event_name === 'beforeMCPExecution')).toMatchObject([
    { tool_name: 'echo', tool_input: '{"message":"hi"}', mcp_server_name: 'all' },
    { tool_name: 'read_text_file', mcp_server_name: 'files' },
  ])
})

test('a refused call does not reach the server, and the model sees the output that a hook replaced', async () => {
  const workspace = createWorkspace()
  const config = workspace.write('~/mcp.json', { mcpServers: { all: everything, files: files(workspace.root) } })
  workspace.writeHooks({
    beforeMCPExecution: [{ matcher: 'write_file', command: 'echo "not there" >&2; exit 2' }],
    postToolUse: [{ matcher: 'MCP:echo', command: `echo '{"updated_mcp_tool_output":"[masked]"}'` }],
  })
  const { results, output } = await runToolCalls(
    workspace,
    [
      { name: 'files__write_file', input: { path: `${workspace.root}/made`, content: 'x' } },
      { name: 'all__echo', input: { message: 'hi' } },
    ],
    ['--mcp-config', config],
  )
  expect(workspace.has('made')).toBe(false)
  expect(results).toEqual([
    {
      type: 'error-text',
      value:
        'The MCP tool call was rejected by a hook: not there. Do not attempt to work around this restriction using alternative methods or commands.',
    },
    { type: 'text', value: '[masked]' },
  ])
  expect(output.refusals).toEqual([
    {
      what: 'files__write_file',
      code: 'ERROR_HOOKS_BLOCKED',
      message: 'MCP tool execution was blocked by a hook: not there',
    },
  ])
})

test('an error of the server counts as a failure, and the model receives it', async () => {
  const workspace = createWorkspace()
  const config = workspace.write('~/mcp.json', { mcpServers: { files: files(workspace.root) } })
  workspace.writeHooks(workspace.buildRecordingHooks(['afterMCPExecution', 'postToolUse', 'postToolUseFailure']))
  const input = { path: `${workspace.root}/missing` }
  const { results } = await runToolCalls(
    workspace,
    [{ name: 'files__read_text_file', input }],
    ['--mcp-config', config],
  )
  expect(results).toMatchObject([{ type: 'error-text', value: expect.stringContaining('ENOENT') }])
  // The host does not wait for afterMCPExecution, so the two events may be written in either order.
  const events = workspace.events().toSorted((a, b) => (String(a.hook_event_name) < String(b.hook_event_name) ? -1 : 1))
  expect(events).toMatchObject([
    { hook_event_name: 'afterMCPExecution', result_json: expect.stringContaining('ENOENT') },
    { hook_event_name: 'postToolUseFailure', failure_type: 'error', error_message: expect.stringContaining('ENOENT') },
  ])
})

test('the servers of a workspace start only when it is trusted and the person has approved them', async () => {
  const workspace = createWorkspace()
  const serverScript = workspace.write('server.sh', `#!/bin/sh\ntouch '${workspace.root}/started'\n`, 0o755)
  const config = workspace.write('.cursor/mcp.json', { mcpServers: { own: { command: serverScript } } })
  workspace.write('.cursor/hooks.json', { version: 1, hooks: { stop: [{ command: 'true' }] } })
  const untrusted = await runToolCalls(workspace, [{ name: 'LS' }])
  expect(untrusted.stderr).toContain(`${config} is not used: the workspace is not trusted (hookline trust add)`)
  await workspace.run(['trust', 'add', '.', '--yes'])
  const unapproved = await runToolCalls(workspace, [{ name: 'LS' }])
  expect(unapproved.stderr).toContain(
    `${config} is not used: it is new or has changed (to review it, run hookline agent in a terminal)`,
  )
  expect({ codes: [untrusted.code, unapproved.code], started: workspace.has('started') }).toEqual({
    codes: [0, 0],
    started: false,
  })
  const named = await runToolCalls(workspace, [{ name: 'LS' }], ['--mcp-config', config])
  expect(workspace.has('started')).toBe(true)
  expect(named.stderr).toContain('MCP server own')
  expect(named.code).toBe(0)
})

test('a workspace trusted with --follow starts its servers without approval', async () => {
  const workspace = createWorkspace()
  workspace.write('.cursor/mcp.json', { mcpServers: { all: everything } })
  await workspace.run(['trust', 'add', '.', '--yes', '--follow'])
  const { results } = await runToolCalls(workspace, [{ name: 'all__echo', input: { message: 'hi' } }])
  expect(results).toEqual([{ type: 'text', value: 'Echo: hi' }])
})
