import type { PackCanary } from '@hookline/core/sdk'

export const mcpCanary = (
  wants: PackCanary['wants'],
  server: string,
  tool: string,
  says = `${server}/${tool}`,
  whole?: string,
): PackCanary => ({
  event: 'beforeMCPExecution',
  says,
  wants,
  input: () => ({
    tool_name: tool,
    tool_input: '{}',
    ...(server === '' ? {} : { mcp_server_name: server }),
    ...(whole === undefined ? {} : { mcp_full_name: whole }),
    command: 'npx server',
  }),
})
