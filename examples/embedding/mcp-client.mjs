// Runs hooks around the client of the MCP SDK: hooks decide on every `callTool`, and may replace its result.
//   node examples/embedding/mcp-client.mjs echo '{"message":"hello"}' -- npx -y @modelcontextprotocol/server-everything
import { createHooks, createHost, HooklineError } from '@hookline/core/node'
import { Client } from '@modelcontextprotocol/sdk/client/index.js'
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js'

/** Returns the client with a guarded `callTool`. Hooks receive the `command` or `url` of the server. */
export function guardClient(session, client, server) {
  return {
    listTools: (...given) => client.listTools(...given),
    async callTool({ name, arguments: input = {} }) {
      const call = { server: server.name, command: server.command, url: server.url, tool: name, input }
      const act = (checked, signal) => client.callTool({ name, arguments: checked }, undefined, { signal })
      const { output, context } = await session.mcp(call, act)
      return { result: output, context }
    },
  }
}

const [tool = 'echo', given = '{}', , command, ...args] = process.argv.slice(2)
const hooks = await createHooks({ workspaceRoots: [process.cwd()], log: {} })
const host = createHost(hooks)
const session = host.session()
await session.start()

const client = new Client({ name: 'guarded', version: '1.0.0' })
await client.connect(new StdioClientTransport({ command, args, stderr: 'ignore' }))
const guarded = guardClient(session, client, { name: 'example', command: [command, ...args].join(' ') })
try {
  const { result, context } = await guarded.callTool({ name: tool, arguments: JSON.parse(given) })
  console.log(JSON.stringify(result))
  if (context !== undefined) console.log(context)
} catch (error) {
  if (!(error instanceof HooklineError)) throw error
  console.error(error.clientVisibleErrorMessage ?? error.message)
  process.exitCode = 1
} finally {
  await client.close()
  await session.end('completed')
  await host.close()
  await hooks.close()
}
